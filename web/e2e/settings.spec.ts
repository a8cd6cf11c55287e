// Tests of settings.
import {
  accessible,
  accessibleInBothThemes,
  contentWidth,
  expect,
  settled,
  signIn,
  test,
  visit,
  type Page,
} from './harness.ts';

const open = async (page: Page, path: string, heading: string) => {
  await page.goto(`/settings/${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await settled(page);
};
const save = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
const saved = (page: Page, text = 'Settings saved') =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test('the hub lists what one may open, and finds it by its words', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const search = page.getByRole('main').getByRole('searchbox', { name: 'Search the settings' });
  await search.fill('smtp');
  await page.getByRole('main').getByRole('link', { name: /Email/ }).first().click();
  await expect(page).toHaveURL(/\/settings\/email$/);
  await expect(
    page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Email', exact: true }),
  ).toHaveAttribute('aria-current', 'page');
  await page.goto('/settings');
  await search.fill('nothing is called that');
  await expect(page.getByText('No matching settings.')).toBeVisible();
});

test('whoever may not change the organisation does not see its settings', async ({ page }) => {
  await signIn(page, 'dispatcher');
  await page.goto('/settings');
  await expect(page.getByRole('main').getByRole('link', { name: /Appearance/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /Card payments/ })).toHaveCount(0);
  await page.goto('/settings/email');
  await expect(page.getByText('You are not permitted to see this setting')).toBeVisible();
  await page.goto('/settings/no-such-thing');
  await expect(page.getByText('Setting not found')).toBeVisible();
});

test('a change is saved and stays, and leaving without saving asks', async ({ page }) => {
  await signIn(page);
  await open(page, 'details', 'Organisation details');
  const name = page.getByLabel('Legal name');
  const before = await name.inputValue();
  await name.fill('Changed Freight Pty Ltd');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Customers', exact: true })
    .click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Stay' }).click();
  await save(page);
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Legal name')).toHaveValue('Changed Freight Pty Ltd');
  await page.getByLabel('Legal name').fill(before);
  await save(page);
  await saved(page);
});

test('a refusal stands at its field, and a secret is kept without being shown', async ({
  page,
}) => {
  await signIn(page);
  await open(page, 'email', 'Email');
  await page.getByLabel("Use the platform's mail server").uncheck();
  await page.getByLabel('Email address').fill('ops@example.com');
  await page.getByLabel('Server', { exact: true }).fill('mail.invalid');
  await page.getByLabel('Port').fill('99999');
  await page.getByLabel('Password').fill('S3cret-of-the-mail');
  await save(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Please check these fields' });
  await expect(summary).toBeVisible();
  await expect(page.getByLabel('Port')).toHaveAttribute('aria-invalid', 'true');
  await summary.getByRole('button').first().click();
  await expect(page.getByLabel('Port')).toBeFocused();
  // The header covers nothing at the top of the page.
  await page.evaluate(() => scrollTo(0, 0));
  await accessible(page);
  await page.getByLabel('Port').fill('587');
  await save(page);
  await saved(page);
  await page.reload();
  await expect(page.getByRole('group', { name: 'Password' })).toContainText('Saved (hidden)');
  expect(await page.content()).not.toContain('S3cret-of-the-mail');
  // An unknown server fails the test email.
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText('The email could not be sent', { exact: true }).first()).toBeVisible({
    timeout: 25_000,
  });
  await page
    .getByRole('group', { name: 'Password' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByText('Will be removed when you save.')).toBeVisible();
  await page.getByLabel("Use the platform's mail server").check();
  await save(page);
  await saved(page);
});

test('two people who change the settings at once are told', async ({ page, context }) => {
  await signIn(page);
  await open(page, 'charges', 'Tax and insurance');
  const other = await context.newPage();
  await open(other, 'charges', 'Tax and insurance');
  const before = await page.getByLabel('GST').inputValue();
  await page.getByLabel('GST').fill('12.5');
  await other
    .getByRole('textbox', { name: /^Share of the goods value/ })
    .first()
    .fill('1.1');
  await save(page);
  await saved(page);
  await save(other);
  await expect(
    other.getByRole('alert').filter({ hasText: 'Someone else has saved changes' }),
  ).toContainText('Their changes were loaded: GST');
  await expect(other.getByLabel('GST')).toHaveValue('12.5');
  await expect(
    other.getByRole('textbox', { name: /^Share of the goods value/ }).first(),
  ).toHaveValue('1.1');
  await other.getByLabel('GST').fill(before);
  await other
    .getByRole('textbox', { name: /^Share of the goods value/ })
    .first()
    .fill('0');
  await save(other);
  await saved(other);
});

test('numbers show how they will be, and what cannot be is told', async ({ page }) => {
  await signIn(page);
  await open(page, 'numbers', 'Numbers');
  const customer = page.locator('section').filter({ hasText: 'Customer codes' });
  const before = await customer.getByLabel('Prefix').inputValue();
  await customer.getByLabel('Prefix').fill('CUST-{yyyy}-');
  await expect(customer.getByRole('status')).toContainText(`CUST-${new Date().getFullYear()}-`);
  await customer.getByLabel('Digits').fill('12');
  await save(page);
  await expect(customer.getByText('Enter zeros only, such as 00000')).toBeVisible();
  await customer.getByLabel('Digits').fill('00000');
  await customer.getByLabel('Maximum length').fill('4');
  await save(page);
  await expect(customer.getByText('The numbers are longer than the maximum length')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(customer.getByLabel('Prefix')).toHaveValue(before);
});

test('currencies are a table with their factors', async ({ page }) => {
  await signIn(page);
  await open(page, 'currencies', 'Currencies');
  await page.getByRole('button', { name: 'Add a currency' }).click();
  const row = page.getByRole('table').getByRole('row').last();
  await row.getByLabel('Currency').fill('xyz');
  await row.getByLabel('Factor').fill('0');
  await save(page);
  await expect(page.getByText('Enter a three-letter currency code').first()).toBeVisible();
  await expect(page.getByText('The factor must be above 0').first()).toBeVisible();
  await row.getByLabel('Currency').fill('eur');
  await row.getByLabel('Factor').fill('0.61');
  await expect(row).toContainText('= 0.61 EUR');
  await save(page);
  await saved(page);
  await page.reload();
  await expect(page.getByRole('table').getByLabel('Currency').last()).toHaveValue('EUR');
  await page.getByRole('button', { name: 'Remove EUR' }).click();
  await save(page);
  await saved(page);
});

test('the main colour is judged, and the page wears it', async ({ page }) => {
  await signIn(page);
  await open(page, 'look', 'Branding');
  await page.getByLabel('Main colour').fill('#ffee00');
  await expect(page.getByText(/On light background: 1\.\d to 1/)).toBeVisible();
  await page.getByLabel('Main colour').fill('#1d4ed');
  await save(page);
  await expect(
    page.getByText('Enter a # and six hexadecimal digits, such as #1d4ed8').first(),
  ).toBeVisible();
  await page.getByLabel('Main colour').fill('#1d4ed8');
  await save(page);
  await saved(page);
  await expect
    .poll(() =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--wb-primary').trim(),
      ),
    )
    .toBe('#1d4ed8');
  await page.getByLabel('Main colour').fill('');
  await save(page);
  await saved(page);
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a logo is seen before it is used, and can be taken away', async ({ page }) => {
  await signIn(page);
  await open(page, 'look', 'Branding');
  const chooser = page.getByLabel('Choose a picture');
  await chooser.setInputFiles({
    name: 'logo.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByText('Choose a PNG, JPEG or GIF picture.')).toBeVisible();
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.getByRole('img', { name: 'The new logo' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Use this logo' }).click();
  await saved(page, 'Logo saved');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await saved(page, 'Logo removed');
});

test('a style sheet of one’s own is worn, and what it may not hold is refused', async ({
  page,
}) => {
  await signIn(page);
  await open(page, 'look', 'Branding');
  const css = page.getByRole('textbox', { name: 'CSS' });
  await css.fill('@import url(https://example.com/evil.css);');
  await page.getByRole('button', { name: 'Save style sheet' }).click();
  await expect(css).toHaveAttribute('aria-invalid', 'true');
  await css.fill(':root { --wb-radius: 3px; }');
  await page.getByRole('button', { name: 'Save style sheet' }).click();
  await saved(page, 'Style sheet saved');
  await css.fill('');
  await page.getByRole('button', { name: 'Save style sheet' }).click();
  await saved(page, 'Style sheet saved');
});

test('a feature that is switched off disappears, and comes back', async ({ page }) => {
  await signIn(page);
  await open(page, 'features', 'Features');
  const entry = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Carriers', exact: true });
  await expect(entry).toBeVisible();
  await page.getByRole('checkbox', { name: /^Carriers/ }).uncheck();
  await save(page);
  await expect(entry).toHaveCount(0);
  await page.getByRole('checkbox', { name: /^Carriers/ }).check();
  await save(page);
  await expect(entry).toBeVisible();
});

test('the page speaks the language one chooses, from right to left where it is written so', async ({
  page,
}) => {
  await signIn(page);
  await open(page, 'appearance', 'Appearance');
  await page.getByRole('main').getByRole('combobox').selectOption('de');
  await expect(page.getByRole('heading', { level: 1, name: 'Darstellung' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Darstellung' })).toBeVisible();
  // Server errors are localised with parameters.
  await open(page, 'look', 'Markenauftritt');
  await page
    .getByRole('textbox', { name: 'CSS' })
    .fill('@import url(https://example.com/evil.css);');
  await page.getByRole('button', { name: 'Stylesheet speichern' }).click();
  await expect(page.getByText('Zeile 1: @import ist nicht erlaubt')).toBeVisible();
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  await open(page, 'appearance', 'Darstellung');
  await page.getByRole('main').getByRole('combobox').selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1, name: 'المظهر' })).toBeVisible();
  await accessible(page);
  const box = await page.getByRole('complementary').first().boundingBox();
  expect(box?.x).toBeGreaterThan(600);
  await page.getByRole('main').getByRole('combobox').selectOption('en');
  await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
});

test('texts are found, written in place and taken back', async ({ page }) => {
  await signIn(page);
  await open(page, 'languages', 'Languages');
  await page.getByRole('table').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Texts in Deutsch' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search texts' }).fill('Switch user');
  const field = page.getByLabel('Translation of Switch user', { exact: true });
  await expect(field).toHaveValue('Benutzer wechseln');
  await field.fill('Jemand anderes');
  await field.press('Enter');
  await expect(page.getByRole('img', { name: 'Saved' })).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('Jemand anderes');
  await accessible(page);
  await page.getByRole('button', { name: 'Restore the default text: Switch user' }).click();
  await expect(field).toHaveValue('Benutzer wechseln');
});

test('a language is added, refused when it is none, and deleted', async ({ page }) => {
  await signIn(page);
  await open(page, 'languages', 'Languages');
  await page.getByRole('button', { name: 'Add a language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a language' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Enter the locale').first()).toBeVisible();
  await dialog.getByLabel('Locale').fill('fr');
  await expect(dialog.getByLabel('Name')).toHaveValue('Français');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('table').getByRole('link', { name: 'Français' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Français' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('table').getByRole('link', { name: 'Français' })).toHaveCount(0);
});

test('a link of one’s own stands in the sidebar', async ({ page }) => {
  await signIn(page);
  await open(page, 'links', 'Sidebar links');
  await page.getByRole('button', { name: 'Add a link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a link' });
  await dialog.getByLabel('Title').fill('Help desk');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    dialog.getByText('Start with https://, or with / for a page of this application').first(),
  ).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://help.example.com/');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const link = page.getByRole('complementary').getByRole('link', { name: /Help desk/ });
  await expect(link).toHaveAttribute('href', 'https://help.example.com/');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await page.getByRole('button', { name: 'Delete Help desk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(link).toHaveCount(0);
});

test('a view of the bookings is saved, chosen again and deleted', async ({ page }) => {
  await signIn(page);
  await page.goto('/bookings?group=delivered');
  await settled(page);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('All that arrived');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/bookings');
  await settled(page);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'All that arrived' }).click();
  await expect(page).toHaveURL(/group=delivered/);
  await open(page, 'views', 'Saved views');
  await page.getByRole('button', { name: 'Actions for All that arrived' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No saved views yet').or(page.getByRole('table'))).toBeVisible();
  await expect(page.getByRole('link', { name: 'All that arrived' })).toHaveCount(0);
});

test('a document is filed with a customer, saved and deleted', async ({ page }) => {
  await signIn(page);
  await page.goto('/customers');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByLabel('Kind').selectOption({ label: 'Statement' });
  await page.getByLabel('Choose files').setInputFiles({
    name: 'terms.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  });
  const list = page.getByRole('list', { name: 'Files' });
  await expect(list.getByText('terms.pdf')).toBeVisible();
  await expect(list).toContainText('Statement');
  await accessible(page);
  const download = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Download terms.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('terms.pdf');
  await page.getByLabel('Choose files').setInputFiles({
    name: 'run.exe',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('MZ\u0090\u0000'),
  });
  await expect(
    page.getByRole('list', { name: 'Uploads in progress' }).getByRole('alert'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss run.exe' }).click();
  await list.getByRole('button', { name: 'Delete terms.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('terms.pdf', { exact: true })).toHaveCount(0);
});

test('a customer has fewer features than the organisation, never more', async ({ page }) => {
  await signIn(page);
  await page.goto('/customers');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Features' }).click();
  const insurance = page.getByRole('combobox', { name: 'Insurance', exact: true });
  await insurance.selectOption({ label: 'Off' });
  await save(page);
  await saved(page, 'Features saved');
  await expect(insurance).toHaveValue('false');
  await insurance.selectOption('');
  await save(page);
  await saved(page, 'Features saved');
});

const SECTIONS = [
  '',
  'appearance',
  'organisation',
  'details',
  'look',
  'features',
  'registration',
  'security',
  'directory',
  'sign-in-services',
  'numbers',
  'currencies',
  'charges',
  'card-payments',
  'email',
  'booking-emails',
  'online-shops',
  'route-planning',
  'languages',
  'languages/de',
  'links',
  'views',
];

const NARROW = { width: 390, height: 844 };

test('axe finds nothing in any section, light or dark, and a narrow one scrolls down only', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signIn(page, 'admin', '/customers');
  const wide = page.viewportSize() ?? NARROW;
  for (const path of SECTIONS) {
    await visit(page, `/settings/${path}`);
    await test.step(path, async () => {
      await accessibleInBothThemes(page);
      await page.setViewportSize(NARROW);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await contentWidth(page), path).toBeLessThanOrEqual(NARROW.width);
      await page.setViewportSize(wide);
    });
  }
});

test('on a narrow screen the list is a menu', async ({ page }) => {
  await page.setViewportSize(NARROW);
  await page.goto('/auth/login?returnTo=/settings/look');
  await page.getByLabel('User name or email').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('Waybill-demo-1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Settings: Branding' }).click();
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Currencies' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Currencies' })).toBeVisible();
  await accessible(page);
});

test('the bank account for payments is saved', async ({ page }) => {
  await signIn(page);
  await open(page, 'payment-details', 'Payment details');
  await accessible(page);
  await page.getByLabel('Account name').fill('Waybill Freight Pty Ltd');
  await page.getByLabel('Bank code').fill('083-004');
  await page.getByLabel('Account number or IBAN').fill('12 345 678');
  await save(page);
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Account number or IBAN')).toHaveValue('12 345 678');
});
