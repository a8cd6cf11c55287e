// Record page tabs that other areas add.
import type { ComponentType, LazyExoticComponent } from 'react';
import type { FeatureWord, PermissionName } from '../api/types.ts';

/** Records that accept tabs of other areas. */
export type RecordKind = 'booking' | 'customer' | 'driver' | 'user';

export interface RecordTab {
  on: RecordKind;
  /** Its name in the address. */
  id: string;
  /** English, marked with msg(); shown through t(). */
  label: string;
  permission?: PermissionName;
  feature?: FeatureWord;
  /** Lower ones come first; after the page's own tabs. 100 without one. */
  order?: number;
  component: LazyExoticComponent<ComponentType<{ id: number }>>;
}

let all: readonly RecordTab[] = [];

/** Called once by the application. */
export function setRecordTabs(tabs: readonly RecordTab[]): void {
  all = tabs.toSorted((a, b) => (a.order ?? 100) - (b.order ?? 100));
}

export const recordTabs = (on: RecordKind): readonly RecordTab[] =>
  all.filter((tab) => tab.on === on);
