// Customer tab: products.
import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { CustomerProductRequest } from '../../api/resources/customers.gen.ts';
import { NumberField, SelectField } from '../../kit/form-fields.tsx';
import { storedFile } from '../../kit/import/calls.ts';
import { TextCell } from '../../kit/list/Cells.tsx';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { useT } from '../../lib/i18n.ts';
import { packageTypesQuery, packageTypeText } from '../../lib/package-types.ts';
import {
  categoriesQuery,
  importProducts,
  measuresOf,
  productCalls,
  toMeasures,
  unitsOf,
  type Product,
} from './products.ts';
import { PRODUCT_TABLE } from './tables.ts';

const size = ({ length, width, height }: Product) =>
  [length, width, height].map((side) => (side ? `${side.value} ${side.unit}` : '–')).join(' × ');
const measured = { number: { min: 0 } };

export default function Products({ customerId }: { customerId: number }) {
  const t = useT();
  return (
    <RecordTab
      id="customers.products"
      resource={CustomerProductRequest}
      calls={productCalls(customerId)}
      columns={[
        'productCode',
        'name',
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
        'isActive',
      ]}
      overrides={{ productCode: { id: 'code' } }}
      search={['productCode', 'name', 'description']}
      icon={<Package />}
      texts={{
        title: t('Products'),
        description: t('Goods that are shipped often, with their measures.'),
        add: t('New product'),
        failed: t('The products could not be loaded'),
        search: t('Search products'),
        filter: t('Filter products'),
        empty: [t('No products yet'), t('Add the goods that are shipped often.')],
        none: t('No matching products'),
        afterwards: t('Existing bookings keep it. This cannot be undone.'),
      }}
      table={{
        title: t('Import products'),
        description: t(
          'A CSV file or Excel workbook with the code of each product and what else you know of ' +
            'it. A row with the code of an existing product changes that product.',
        ),
        columns: PRODUCT_TABLE,
        source: storedFile(importProducts(customerId)),
        path: '/api/customer/customerproduct/getproductscsv',
        query: { customerId },
      }}
      wide
      fields={(one) => {
        const units = unitsOf(one);
        return {
          productCode: {},
          name: {},
          description: {},
          packageType: <PackageType stored={one?.packageType} />,
          length: <NumberField name="length" label={t('Length')} unit={units.length} optional />,
          width: <NumberField name="width" label={t('Width')} unit={units.width} optional />,
          height: <NumberField name="height" label={t('Height')} unit={units.height} optional />,
          weight: <NumberField name="weight" label={t('Weight')} unit={units.weight} optional />,
          isDangerousGood: {},
          dangerousGoodsCategoryId: <Category />,
          isActive: {},
        };
      }}
      own={{
        values: measuresOf,
        toWire: (values, one) => ({
          ...toMeasures(values, one),
          ...(values.isDangerousGood ? {} : { dangerousGoodsCategoryId: null }),
        }),
      }}
      rules={{ length: measured, width: measured, height: measured, weight: measured }}
      check={({ isDangerousGood, dangerousGoodsCategoryId }) =>
        isDangerousGood && !dangerousGoodsCategoryId
          ? { dangerousGoodsCategoryId: t('Choose the class of the dangerous goods') }
          : {}
      }
      members={Object.fromEntries(
        ['length', 'width', 'height', 'weight'].map((name) => [`product.${name}.value`, name]),
      )}
    />
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
          {packageTypeText(name, t)}
        </option>
      ))}
    </SelectField>
  );
}

function Category() {
  const t = useT();
  const { data: categories = [] } = useQuery(categoriesQuery);
  if (!useWatch({ name: 'isDangerousGood' })) return null;
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
