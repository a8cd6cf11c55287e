// Sender or receiver of goods as forms have it.

/** Sender or receiver with address. */
export interface PartyDraft {
  companyName: string;
  contactName: string;
  telephone: string;
  email: string;
  addressLine1: string;
  addressLine2: string;
}

export const emptyParty: PartyDraft = {
  companyName: '',
  contactName: '',
  telephone: '',
  email: '',
  addressLine1: '',
  addressLine2: '',
};

type Named = Partial<Record<keyof PartyDraft, string | null>>;

export const partyOf = (address: Named | null | undefined): PartyDraft => ({
  companyName: address?.companyName ?? '',
  contactName: address?.contactName ?? '',
  telephone: address?.telephone ?? '',
  email: address?.email ?? '',
  addressLine1: address?.addressLine1 ?? '',
  addressLine2: address?.addressLine2 ?? '',
});
