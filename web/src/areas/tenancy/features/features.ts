// Feature tree with dependencies.

export interface Feature {
  name: string;
  parentName?: string | null;
  displayName: string;
  description?: string | null;
  defaultValue?: string | null;
}

export interface FeatureValue {
  name: string;
  value: string | null;
  /** Own value of a customer, or of a tenant on the platform; null: inherited. */
  own?: string | null;
}

export interface FeaturesAnswer {
  featureValues: FeatureValue[];
  features: Feature[];
}

export interface FeatureRow {
  feature: Feature;
  depth: number;
  isSwitch: boolean;
}

const isSwitchValue = (value: string | null | undefined) => value === 'true' || value === 'false';

/** Parents first, in the server's order. */
export function featureRows({ features, featureValues }: FeaturesAnswer): FeatureRow[] {
  const values = new Map(featureValues.map((one) => [one.name, one.value]));
  const known = new Set(features.map(({ name }) => name));
  const rows: FeatureRow[] = [];
  const walk = (parent: string | null, depth: number) => {
    for (const feature of features) {
      const own =
        feature.parentName && known.has(feature.parentName) && feature.parentName !== feature.name
          ? feature.parentName
          : null;
      if (own !== parent) continue;
      rows.push({
        feature,
        depth,
        isSwitch: isSwitchValue(feature.defaultValue) || isSwitchValue(values.get(feature.name)),
      });
      walk(feature.name, depth + 1);
    }
  };
  walk(null, 0);
  return rows;
}
