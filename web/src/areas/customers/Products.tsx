// Customer tab: products.
import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { CustomerProductRequest as limits } from '../../api/limits.gen.ts';
import { usePermissions } from '../../api/session.ts';
import { FlagField, NumberField, SelectField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { storedFile } from '../../kit/import/calls.ts';
import { TextCell } from '../../kit/list/Cells.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useT } from '../../lib/i18n.ts';
import { packageTypesQuery } from '../../lib/package-types.ts';
import { Belongings } from '../../kit/Belongings.tsx';
import {
  categoriesQuery,
  deleteProduct,
  draftOf,
  fetchProduct,
  fetchProducts,
  importProducts,
  productsKey,
  saveProduct,
  toSent,
  unitsOf,
  type Product,
  type ProductDraft,
} from './products.ts';

type Listed = Product & { id: number };

const size = ({ length, width, height }: Listed) =>
  [length, width, height].map((side) => (side ? `${side.value} ${side.unit}` : '–')).join(' × ');

export default function Products({ customerId }: { customerId: number }) {
  const t = useT();
  const mayEdit = usePermissions().has('Pages.Product.Edit');
  const list = useList<Listed>({
    id: 'customers.products',
    key: [...productsKey, customerId],
    fetch: (query, signal) => fetchProducts({ ...query, customerId }, signal),
    rowKey: (one) => one.id,
    name: (one) => one.name ?? '',
    columns: [
      {
        id: 'code',
        header: t('Code'),
        cell: (one) => <span className="font-mono">{one.productCode}</span>,
        csv: (one) => one.productCode,
        sort: 'productCode',
        fixed: true,
      },
      {
        id: 'name',
        header: t('Name'),
        cell: (one) => <TextCell>{one.name}</TextCell>,
        csv: (one) => one.name,
        sort: 'name',
        narrow: 'line',
      },
      {
        id: 'size',
        header: t('Size'),
        cell: (one) => (
          <TextCell dir="ltr">{(one.length || one.width || one.height) && size(one)}</TextCell>
        ),
        csv: size,
      },
      {
        id: 'weight',
        header: t('Weight'),
        cell: (one) => (
          <TextCell dir="ltr">{one.weight && `${one.weight.value} ${one.weight.unit}`}</TextCell>
        ),
        csv: (one) => one.weight?.value,
      },
      {
        id: 'dangerous',
        header: t('Dangerous goods'),
        cell: (one) =>
          one.isDangerousGood && <Badge tone="warning">{one.dangerousGoodsCategoryName}</Badge>,
        csv: (one) => one.dangerousGoodsCategoryName,
        narrow: 'badge',
      },
      {
        id: 'status',
        header: t('Status'),
        cell: (one) =>
          one.isActive ? (
            <span className="max-md:hidden">{t('Active')}</span>
          ) : (
            <Badge>{t('Inactive')}</Badge>
          ),
        csv: (one) => (one.isActive ? t('Active') : t('Inactive')),
        narrow: 'badge',
      },
    ],
    filters: [
      {
        kind: 'yesNo',
        id: 'active',
        label: t('Active'),
        pinned: true,
        field: 'isActive',
        words: [t('Active'), t('Inactive')],
      },
    ],
    search: { fields: ['productCode', 'name', 'description'] },
    sort: 'productCode',
    pageSize: 25,
    state: 'here',
  });
  return (
    <Belongings
      list={list}
      title={t('Products')}
      description={t('Goods that are shipped often, with their measures.')}
      mayEdit={mayEdit}
      add={t('New product')}
      texts={{
        failed: t('The products could not be loaded'),
        search: { label: t('Search products') },
        filter: t('Filter products'),
        empty: {
          icon: <Package />,
          title: t('No products yet'),
          description: t('Add the goods that are shipped often.'),
        },
        none: { title: t('No matching products'), clear: t('Show all') },
      }}
      remove={deleteProduct}
      afterwards={t('Existing bookings keep it. This cannot be undone.')}
      stale={productsKey}
      table={{
        title: t('Import products'),
        description: t(
          'A CSV file or Excel workbook with the column productCode and any other column of an ' +
            'export. A row with the code of an existing product changes ' +
            'that product.',
        ),
        source: storedFile(importProducts(customerId)),
        path: '/api/customer/customerproduct/getproductscsv',
        query: { customerId },
      }}
    >
      {(one, close) => <ProductDialog customerId={customerId} product={one} onClose={close} />}
    </Belongings>
  );
}

function PackageType({ stored }: { stored: string | null | undefined }) {
  const t = useT();
  const { data: types = [] } = useQuery(packageTypesQuery);
  const names = types.map((type) => type.name);
  return (
    <SelectField name="packageType" label={t('Package type')} optional>
      <option value="">{t('Not set')}</option>
      {(stored && !names.includes(stored) ? [stored, ...names] : names).map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Category() {
  const t = useT();
  const { data: categories = [] } = useQuery(categoriesQuery);
  if (!useWatch<ProductDraft, 'isDangerousGood'>({ name: 'isDangerousGood' })) return null;
  return (
    <SelectField name="dangerousGoodsCategoryId" label={t('Class')} optional={false}>
      <option value="">{t('Not set')}</option>
      {categories.map((category) => (
        <option key={category.id} value={category.id}>
          {category.code} {category.name}
        </option>
      ))}
    </SelectField>
  );
}

function ProductDialog({
  customerId,
  product,
  onClose,
}: {
  customerId: number;
  product: Listed | null;
  onClose: () => void;
}) {
  const t = useT();
  const units = unitsOf(product);
  const form = useRecordForm({
    record: product,
    values: draftOf,
    rules: {
      productCode: { needed: t('Enter a code'), limits: limits.productCode },
      name: { needed: t('Enter a name'), limits: limits.name },
      description: { limits: limits.description },
      length: { number: { min: 0 } },
      width: { number: { min: 0 } },
      height: { number: { min: 0 } },
      weight: { number: { min: 0 } },
    },
    members: Object.fromEntries(
      ['length', 'width', 'height', 'weight'].map((name) => [`product.${name}.value`, name]),
    ),
    check: ({ isDangerousGood, dangerousGoodsCategoryId }) =>
      isDangerousGood && !dangerousGoodsCategoryId
        ? { dangerousGoodsCategoryId: t('Choose the class of the dangerous goods') }
        : {},
    save: (values, record) => saveProduct(customerId, { ...record, ...toSent(values, product) }),
    stale: [productsKey],
    notice: (_, { name }) => (product ? t('{name} saved', { name }) : t('{name} added', { name })),
    saved: onClose,
    ...(product ? { newest: () => fetchProduct(product.id) } : {}),
  });
  return (
    <FormDialog
      of={form}
      size="lg"
      title={product ? t('Edit {name}', { name: product.name ?? '' }) : t('New product')}
      action={product ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="productCode" label={t('Code')} />
        <TextField name="name" label={t('Name')} />
        <TextField name="description" label={t('Description')} />
        <PackageType stored={product?.packageType} />
        <NumberField name="length" label={t('Length')} unit={units.length} optional />
        <NumberField name="width" label={t('Width')} unit={units.width} optional />
        <NumberField name="height" label={t('Height')} unit={units.height} optional />
        <NumberField name="weight" label={t('Weight')} unit={units.weight} optional />
        <FlagField name="isDangerousGood" label={t('Dangerous goods')} />
        <Category />
        <FlagField name="isActive" label={t('Active')} />
      </div>
    </FormDialog>
  );
}
