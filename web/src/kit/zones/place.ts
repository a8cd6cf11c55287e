// Places of zones.

export interface PlaceParts {
  suburb?: string | null;
  postCode?: string | null;
  /** Last postcode of a range. */
  postCodeTo?: string | null;
  stateCode?: string | null;
  countryCode?: string | null;
}

/** A suburb, postcodes, a state or a country. */
export function placeText(place: PlaceParts): string {
  const { suburb, postCode, postCodeTo, stateCode, countryCode } = place;
  const codes = [postCode, postCodeTo].filter(Boolean).join('–');
  return [suburb, codes, postCode ? null : stateCode, countryCode].filter(Boolean).join(' ');
}
