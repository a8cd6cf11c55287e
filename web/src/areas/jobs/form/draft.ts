// Values of the form of a job, and their wire form.
import { FreightJob } from '../../../api/resources/jobs.gen.ts';
import type { Problems, Rules } from '../../../kit/form-rules.ts';
import { emptyItem, isBlank, measuresOf, type ItemDraft } from '../../../kit/goods/items.ts';
import { rulesOf } from '../../../kit/resource/values.ts';
import type { PartyDraft } from '../../../lib/bookings/party.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { measureText } from '../../../lib/measures.ts';
import type { Place } from '../../../lib/places.ts';
import type { Job, JobAddress, JobItem, JobRequest, JobType } from '../model.ts';

export interface AddressDraft {
  companyname: string;
  contactperson: string;
  telephone: string;
  email: string;
  addressline1: string;
  addressline2: string;
  place: Place | null;
  isresidential: boolean;
  instructions: string;
}

export interface JobItemDraft extends ItemDraft {
  /** Of a stored item, which keeps its article numbers; 0 for a new one. */
  itemid: number;
}

export interface JobDraft {
  customerid: number | null;
  jobtype: JobType;
  servicecode: string;
  servicename: string;
  reference: string;
  costcentre: string;
  from: AddressDraft;
  to: AddressDraft;
  pickupdate: string;
  /** Local times of the tenant. */
  ready: string;
  deadline: string;
  timeslot: string;
  items: JobItemDraft[];
  specialinstructions: string;
  deliveryinstructions: string;
  ratenotes: string;
}

/** A job, or a template of jobs, which has no times. */
export type JobLike = Pick<
  Job,
  | 'customerid'
  | 'jobtype'
  | 'servicecode'
  | 'servicename'
  | 'reference'
  | 'costcentre'
  | 'fromaddress'
  | 'toaddress'
  | 'timeslot'
  | 'items'
  | 'specialinstructions'
  | 'deliveryinstructions'
> &
  Partial<Pick<Job, 'pickupdate' | 'pickupreadydatetime' | 'deadline' | 'ratenotes'>>;

/** A stored record, with the positions of its addresses. */
export type Stored = Pick<Job, 'id' | 'rowVersion' | 'fromaddress' | 'toaddress'> &
  Partial<Pick<Job, 'parentid'>>;

export interface Clock {
  toLocalInput: (value: string) => string;
  fromLocalInput: (local: string) => string | null;
}

const TEXTS = [
  'companyname',
  'contactperson',
  'telephone',
  'email',
  'addressline1',
  'addressline2',
  'instructions',
] as const;

export const newItem: JobItemDraft = { ...emptyItem, itemid: 0 };

/** A party as fields of a job's address. */
export const partyDraft = (party: PartyDraft) => ({
  companyname: party.companyName,
  contactperson: party.contactName,
  telephone: party.telephone,
  email: party.email,
  addressline1: party.addressLine1,
  addressline2: party.addressLine2,
});

const placeOf = (address: JobAddress | null): Place | null =>
  address?.suburb
    ? {
        suburb: address.suburb,
        postCode: address.postcode,
        state: address.statecode ?? '',
        countryCode: address.countrycode,
      }
    : null;

const toAddress = (address: JobAddress | null): AddressDraft => ({
  ...(Object.fromEntries(TEXTS.map((name) => [name, address?.[name] ?? ''])) as Record<
    (typeof TEXTS)[number],
    string
  >),
  place: placeOf(address),
  isresidential: address?.isresidential ?? false,
});

const toItem = (item: JobItem): JobItemDraft => ({
  itemid: item.id,
  productId: null,
  packageType: item.packagetype ?? '',
  quantity: String(item.quantity),
  description: item.description ?? '',
  length: measureText(item.length),
  width: measureText(item.width),
  height: measureText(item.height),
  weight: measureText(item.weight),
});

/** Values of a stored job, or of a new one for the day. */
export function toDraft(job: JobLike | null, clock: Clock, day = ''): JobDraft {
  const moment = (value: string | null | undefined) => (value ? clock.toLocalInput(value) : '');
  return {
    customerid: job?.customerid ?? null,
    jobtype: job?.jobtype ?? 'PointToPoint',
    servicecode: job?.servicecode ?? '',
    servicename: job?.servicename ?? '',
    reference: job?.reference ?? '',
    costcentre: job?.costcentre ?? '',
    from: toAddress(job?.fromaddress ?? null),
    to: toAddress(job?.toaddress ?? null),
    pickupdate: job ? (job.pickupdate ?? '') : day,
    ready: moment(job?.pickupreadydatetime),
    deadline: moment(job?.deadline),
    timeslot: job?.timeslot ?? '',
    items: job && job.items.length > 0 ? job.items.map(toItem) : [{ ...newItem }],
    specialinstructions: job?.specialinstructions ?? '',
    deliveryinstructions: job?.deliveryinstructions ?? '',
    ratenotes: job?.ratenotes ?? '',
  };
}

/** A new job like another: its times and articles are not repeated. */
export function copyOf(job: JobLike, clock: Clock, day: string): JobDraft {
  const draft = toDraft(job, clock);
  return {
    ...draft,
    pickupdate: day,
    ready: '',
    deadline: '',
    items: draft.items.map((item) => ({ ...item, itemid: 0 })),
  };
}

export const isEmptyAddress = (draft: AddressDraft): boolean =>
  draft.place === null && TEXTS.every((name) => draft[name].trim() === '');

const orNull = (text: string): string | null => text.trim() || null;

/** A stored position belongs to the street and suburb that it was stored with. */
const isSamePlace = (a: JobAddress, draft: AddressDraft): boolean =>
  (a.addressline1 ?? '') === draft.addressline1.trim() &&
  a.suburb === draft.place?.suburb &&
  a.postcode === draft.place.postCode;

function addressBody(draft: AddressDraft, stored: JobAddress | null): JobRequest['fromaddress'] {
  if (isEmptyAddress(draft)) return null;
  const { place } = draft;
  const position = stored && isSamePlace(stored, draft) ? stored : null;
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, orNull(draft[name])])),
    addressline3: stored?.addressline3 ?? null,
    suburb: place?.suburb ?? '',
    postcode: place?.postCode ?? '',
    statecode: place?.state || null,
    countrycode: place?.countryCode ?? '',
    isresidential: draft.isresidential,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  };
}

function itemsBody(items: readonly JobItemDraft[]): NonNullable<JobRequest['items']> {
  const known = new Set<number>();
  return items
    .filter((item) => !isBlank(item) || item.packageType !== '')
    .map((item) => {
      // A copied line is a new item.
      const id = item.itemid > 0 && !known.has(item.itemid) ? item.itemid : 0;
      known.add(id);
      const { quantity, length, width, height, weight } = measuresOf(item);
      const cm = (value: number) => (value > 0 ? { value, unit: 'cm' as const } : null);
      return {
        id,
        packagetype: orNull(item.packageType),
        description: orNull(item.description),
        quantity,
        length: cm(length),
        width: cm(width),
        height: cm(height),
        weight: weight > 0 ? { value: weight, unit: 'kg' as const } : null,
      };
    });
}

export function toRequest(draft: JobDraft, stored: Stored | null, clock: Clock): JobRequest {
  const moment = (local: string) => (local ? clock.fromLocalInput(local) : null);
  return {
    ...(stored ? { id: stored.id, rowVersion: stored.rowVersion } : {}),
    customerid: draft.customerid,
    jobtype: draft.jobtype,
    servicecode: orNull(draft.servicecode),
    servicename: orNull(draft.servicename),
    reference: orNull(draft.reference),
    costcentre: orNull(draft.costcentre),
    fromaddress: addressBody(draft.from, stored?.fromaddress ?? null),
    toaddress: addressBody(draft.to, stored?.toaddress ?? null),
    pickupdate: draft.pickupdate || null,
    pickupreadydatetime: moment(draft.ready),
    deadline: moment(draft.deadline),
    timeslot: orNull(draft.timeslot),
    // The root job has the goods of its legs.
    ...(stored?.parentid ? {} : { items: itemsBody(draft.items) }),
    specialinstructions: orNull(draft.specialinstructions),
    deliveryinstructions: orNull(draft.deliveryinstructions),
    ratenotes: orNull(draft.ratenotes),
  };
}

/** Fields with limits of the API's description. */
const LIMITED = [
  'servicecode',
  'servicename',
  'reference',
  'costcentre',
  'timeslot',
  'specialinstructions',
  'deliveryinstructions',
  'ratenotes',
] as const;

export const jobRules = (t: Translate): Rules => ({
  ...rulesOf(FreightJob, LIMITED, t),
  'from.email': { email: true },
  'to.email': { email: true },
});

/** What a job needs before a driver can have it; a draft may lack it. */
export function jobProblems(draft: JobDraft, isDraft: boolean, t: Translate): Problems {
  const problems: Problems = {};
  const hasOnePlace = draft.jobtype === 'HourlyHire';
  if (draft.from.place === null && (!isDraft || !isEmptyAddress(draft.from)))
    problems['from.place'] = t('Choose a suburb');
  if (draft.to.place === null && (isDraft ? !isEmptyAddress(draft.to) : !hasOnePlace))
    problems['to.place'] = t('Choose a suburb');
  if (draft.ready && draft.deadline && draft.deadline < draft.ready)
    problems['deadline'] = t('Must not be before the goods are ready');
  const needsItems = !isDraft && !hasOnePlace;
  draft.items.forEach((item, index) => {
    if (isBlank(item) && !(needsItems && draft.items.length === 1)) return;
    const { quantity, weight } = measuresOf(item);
    if (!(quantity >= 1)) problems[`items.${index}.quantity`] = t('At least {limit}', { limit: 1 });
    if (needsItems && !(weight > 0))
      problems[`items.${index}.weight`] = t('Above {limit}', { limit: 0 });
  });
  return problems;
}

/** One form field; several wire members. */
export function formName(member: string): string {
  const path = member.replace(/^job\./, '').replace(/\[(\d+)\]/g, '.$1');
  const [end, name] = /^(from|to)address(?:\.(\w+))?$/.exec(path)?.slice(1) ?? [];
  if (end)
    return name && (TEXTS as readonly string[]).includes(name) ? `${end}.${name}` : `${end}.place`;
  return path.replace('pickupreadydatetime', 'ready').replace('.packagetype', '.packageType');
}
