// Settings sections: pricing.
import { lazy } from 'react';
import { BadgePercent, TicketPercent } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { STAFF, type SettingsSection } from '../../shell/settings.ts';

export const sections: SettingsSection[] = [
  {
    id: 'markups',
    path: 'markups',
    title: msg('Markups'),
    description: msg('Markups on carrier costs'),
    icon: BadgePercent,
    group: 'finance',
    permission: 'Pages.Administration.Markups',
    feature: 'Booking',
    audience: STAFF,
    keywords: msg('margin price sell percentage fixed override'),
    component: lazy(() => import('./Markups.tsx')),
  },
  {
    id: 'promoCodes',
    path: 'promo-codes',
    title: msg('Promo codes'),
    description: msg('Discounts that customers get with a code'),
    icon: TicketPercent,
    group: 'finance',
    permission: 'Pages.Administration.PromoCodes',
    feature: 'Booking',
    audience: STAFF,
    keywords: msg('discount voucher coupon'),
    component: lazy(() => import('./PromoCodes.tsx')),
  },
];
