// The tabs that areas add to each other's record pages.
import { recordTabs as finance } from '../areas/finance/record-tabs.ts';
import { recordTabs as identity } from '../areas/identity/record-tabs.ts';
import { recordTabs as jobs } from '../areas/jobs/record-tabs.ts';
import { recordTabs as pricing } from '../areas/pricing/record-tabs.ts';
import { recordTabs as tenancy } from '../areas/tenancy/record-tabs.ts';
import { setRecordTabs } from '../kit/record-tabs.ts';

setRecordTabs([...identity, ...tenancy, ...pricing, ...finance, ...jobs]);
