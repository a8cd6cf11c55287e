// Operations on line hauls, in the order of their life.
import type { ReactNode } from 'react';
import {
  Ban,
  CircleCheckBig,
  Forklift,
  Handshake,
  LockKeyhole,
  MapPinCheck,
  PackageOpen,
  Route,
  Truck,
} from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import type { LineHaulOperation } from './model.ts';

export interface Operation {
  name: LineHaulOperation;
  /** On a button; like the others English and shown through t(). */
  label: string;
  /** Past tense. */
  done: string;
  icon: ReactNode;
  /** What follows, where it cannot be taken back. */
  question?: string;
}

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'Load',
    label: msg('Start loading'),
    done: msg('loading'),
    icon: <Forklift aria-hidden />,
  },
  {
    name: 'Close',
    label: msg('Close'),
    done: msg('closed'),
    icon: <LockKeyhole aria-hidden />,
    question: msg('Articles that are not loaded stay behind and are free for another line haul.'),
  },
  {
    name: 'Book',
    label: msg('Book carrier'),
    done: msg('booked with the carrier'),
    icon: <Handshake aria-hidden />,
    question: msg('The loaded articles are quoted and booked with the carrier account.'),
  },
  { name: 'Depart', label: msg('Depart'), done: msg('departed'), icon: <Truck aria-hidden /> },
  {
    name: 'Transit',
    label: msg('In transit'),
    done: msg('in transit'),
    icon: <Route aria-hidden />,
  },
  { name: 'Arrive', label: msg('Arrive'), done: msg('arrived'), icon: <MapPinCheck aria-hidden /> },
  {
    name: 'Unload',
    label: msg('Start unloading'),
    done: msg('unloading'),
    icon: <PackageOpen aria-hidden />,
  },
  {
    name: 'Complete',
    label: msg('Complete'),
    done: msg('completed'),
    icon: <CircleCheckBig aria-hidden />,
    question: msg(
      'Articles that were not unloaded count as short, and jobs whose articles have all arrived go on.',
    ),
  },
  {
    name: 'Cancel',
    label: msg('Cancel line haul'),
    done: msg('cancelled'),
    icon: <Ban aria-hidden />,
    question: msg('Its articles are free for another line haul. This cannot be undone.'),
  },
];

/** Label of an operation by name. */
export const operationOf = (name: LineHaulOperation): Operation | undefined =>
  OPERATIONS.find((operation) => operation.name === name);
