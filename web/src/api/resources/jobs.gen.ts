// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const Allocation = {
  schema: 'Allocation',
  fields: {
    agentId: { label: "Agent", kind: "number", needed: "Enter a number", integer: true },
    agentType: { label: "Agent type", kind: "choice", preset: "Driver", enum: ["Driver","Carrier"] },
    jobIds: { label: "Job", kind: "list" },
    serviceCode: { label: "Service code", kind: "text", nullable: true },
  },
} as const satisfies Resource<'Allocation'>;

export const FreightJob = {
  schema: 'FreightJob',
  edit: 'Pages.Job.Edit',
  create: 'Pages.Job.Edit',
  fields: {
    connoteno: { label: "Connoteno", kind: "text", nullable: true, maxLength: 64 },
    costcentre: { label: "Costcentre", kind: "text", nullable: true, maxLength: 128 },
    customerid: { label: "Customerid", kind: "number", nullable: true, integer: true },
    deadline: { label: "Deadline", kind: "moment", nullable: true },
    deliveryinstructions: { label: "Deliveryinstructions", kind: "text", nullable: true, maxLength: 1000 },
    isonforwarding: { label: "On-forwarding", kind: "flag", preset: false },
    jobtype: { label: "Jobtype", kind: "choice", preset: "PointToPoint", enum: ["Pickup","Delivery","PointToPoint","LineHaul","OnForwarding","MultiStop","Return","HourlyHire"] },
    linkedjobs: { label: "Linkedjobs", kind: "list", preset: [], maxItems: 50 },
    manifestno: { label: "Manifestno", kind: "text", nullable: true, maxLength: 64 },
    parentid: { label: "Within", kind: "number", nullable: true, integer: true },
    pickupdate: { label: "Pickupdate", kind: "date", nullable: true },
    pickupreadydatetime: { label: "Pickupreadydatetime", kind: "moment", nullable: true },
    ratenotes: { label: "Ratenotes", kind: "text", nullable: true, maxLength: 2000 },
    reference: { label: "Reference", kind: "text", nullable: true, maxLength: 128 },
    routecode: { label: "Routecode", kind: "text", nullable: true, maxLength: 64 },
    servicecode: { label: "Servicecode", kind: "text", nullable: true, maxLength: 64 },
    servicename: { label: "Servicename", kind: "text", nullable: true, maxLength: 128 },
    specialinstructions: { label: "Specialinstructions", kind: "text", nullable: true, maxLength: 1000 },
    timeslot: { label: "Timeslot", kind: "text", nullable: true, maxLength: 64 },
  },
} as const satisfies Resource<'FreightJob'>;

export const FreightJobDeallocation = {
  schema: 'FreightJobDeallocation',
  fields: {
    agentid: { label: "Agentid", kind: "number", nullable: true, integer: true },
    jobid: { label: "Jobid", kind: "number", needed: "Enter a number", integer: true },
    reason: { label: "Reason", kind: "text", nullable: true },
  },
} as const satisfies Resource<'FreightJobDeallocation'>;

export const FreightJobDeallocations = {
  schema: 'FreightJobDeallocations',
  fields: {
    jobids: { label: "Jobids", kind: "list" },
    reason: { label: "Reason", kind: "text", nullable: true },
  },
} as const satisfies Resource<'FreightJobDeallocations'>;

export const FreightJobMerge = {
  schema: 'FreightJobMerge',
  fields: {
    jobids: { label: "Jobids", kind: "list" },
  },
} as const satisfies Resource<'FreightJobMerge'>;

export const FreightJobSplit = {
  schema: 'FreightJobSplit',
  fields: {
    articlenumbers: { label: "Articlenumbers", kind: "list" },
    jobid: { label: "Jobid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'FreightJobSplit'>;

export const JobAddressRequest = {
  schema: 'JobAddressRequest',
  fields: {
    addressline1: { label: "Street and number", kind: "text", nullable: true },
    addressline2: { label: "Unit, floor or building", kind: "text", nullable: true },
    addressline3: { label: "Further address", kind: "text", nullable: true },
    companyname: { label: "Companyname", kind: "text", nullable: true },
    contactperson: { label: "Contactperson", kind: "text", nullable: true },
    countrycode: { label: "Country", kind: "text" },
    email: { label: "Email", kind: "text", nullable: true },
    instructions: { label: "Instructions", kind: "text", nullable: true },
    isresidential: { label: "Isresidential", kind: "flag", preset: false },
    latitude: { label: "Latitude", kind: "number", nullable: true },
    longitude: { label: "Longitude", kind: "number", nullable: true },
    positionsource: { label: "Positionsource", kind: "choice", nullable: true, enum: ["Suburb","Street","Address","Manual","Sent"] },
    postcode: { label: "Postcode", kind: "text" },
    statecode: { label: "Statecode", kind: "text", nullable: true },
    suburb: { label: "Suburb", kind: "text" },
    telephone: { label: "Telephone", kind: "text", nullable: true },
  },
} as const satisfies Resource<'JobAddressRequest'>;

export const JobChargeRequest = {
  schema: 'JobChargeRequest',
  fields: {
    amount: { label: "Amount", kind: "number", preset: 0 },
    isadditionalservice: { label: "Isadditionalservice", kind: "flag", preset: false },
    istaxapplicable: { label: "Istaxapplicable", kind: "flag", preset: false },
    servicecode: { label: "Servicecode", kind: "text" },
  },
} as const satisfies Resource<'JobChargeRequest'>;

export const JobCustomerCharge = {
  schema: 'JobCustomerCharge',
  fields: {
    jobid: { label: "Jobid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'JobCustomerCharge'>;

export const JobItemRequest = {
  schema: 'JobItemRequest',
  fields: {
    articlenumbers: { label: "Articlenumbers", kind: "list", preset: [] },
    description: { label: "Description", kind: "text", nullable: true },
    labelcodes: { label: "Labelcodes", kind: "list", preset: [] },
    packagetype: { label: "Packagetype", kind: "text", nullable: true },
    quantity: { label: "Quantity", kind: "number", integer: true, preset: 0 },
  },
} as const satisfies Resource<'JobItemRequest'>;

export const JobItems = {
  schema: 'JobItems',
  fields: {
    jobid: { label: "Jobid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'JobItems'>;

export const JobPickup = {
  schema: 'JobPickup',
  fields: {
    jobid: { label: "Jobid", kind: "number", needed: "Enter a number", integer: true },
    pickupreadydatetime: { label: "Pickupreadydatetime", kind: "moment", nullable: true },
  },
} as const satisfies Resource<'JobPickup'>;

export const JobPriceChange = {
  schema: 'JobPriceChange',
  fields: {
    jobid: { label: "Jobid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'JobPriceChange'>;

export const JobQuote = {
  schema: 'JobQuote',
  fields: {
    isbuyrate: { label: "Isbuyrate", kind: "flag", preset: false },
    jobid: { label: "Jobid", kind: "number", needed: "Enter a number", integer: true },
    quoteid: { label: "Quoteid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'JobQuote'>;

export const JobScanDetailRequest = {
  schema: 'JobScanDetailRequest',
  fields: {
    key: { label: "Key", kind: "text" },
    value: { label: "Value", kind: "text" },
  },
} as const satisfies Resource<'JobScanDetailRequest'>;

export const JobScanEventInput = {
  schema: 'JobScanEventInput',
  edit: 'Pages.Job.Edit',
  create: 'Pages.Job.Edit',
  fields: {
    articlenumber: { label: "Articlenumber", kind: "text", nullable: true },
    code: { label: "Code", kind: "choice", nullable: true, enum: ["Received","PickedUp","DepotIn","Sorted","DepotOut","LoadedLineHaul","UnloadedLineHaul","OnBoard","AtLocation","Delivered","CardLeft","AwaitingCollection","Collected","Damaged","Short","Over","WeightCheck","ReturnedToDepot","ReturnedToSender","PutAway","Picked","Packed","StockTake"] },
    deviceeventid: { label: "Deviceeventid", kind: "text", nullable: true, maxLength: 64 },
    images: { label: "Images", kind: "list", preset: [] },
    jobid: { label: "Jobid", kind: "number", nullable: true, integer: true },
    latitude: { label: "Latitude", kind: "number", nullable: true },
    locationcode: { label: "Locationcode", kind: "text", nullable: true, maxLength: 64 },
    longitude: { label: "Longitude", kind: "number", nullable: true },
    reason: { label: "Reason", kind: "text", nullable: true, maxLength: 1000 },
    scannedeventdatetime: { label: "Scannedeventdatetime", kind: "moment", nullable: true },
    signature: { label: "Signature", kind: "text", nullable: true },
    signedby: { label: "Signedby", kind: "text", nullable: true, maxLength: 128 },
    warehousecode: { label: "Warehousecode", kind: "text", nullable: true, maxLength: 64 },
  },
} as const satisfies Resource<'JobScanEventInput'>;

export const JobScanItem = {
  schema: 'JobScanItem',
  fields: {
    itemid: { label: "Itemid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'JobScanItem'>;

export const JobTemplate = {
  schema: 'JobTemplate',
  edit: 'Pages.Job.Edit',
  create: 'Pages.Job.Edit',
  fields: {
    costcentre: { label: "Costcentre", kind: "text", nullable: true, maxLength: 128 },
    customerid: { label: "Customerid", kind: "number", nullable: true, integer: true },
    deadlinetime: { label: "Deadlinetime", kind: "text", nullable: true },
    deliveryinstructions: { label: "Deliveryinstructions", kind: "text", nullable: true, maxLength: 1000 },
    fromdate: { label: "Fromdate", kind: "date", nullable: true },
    isactive: { label: "Isactive", kind: "flag", preset: true },
    jobtype: { label: "Jobtype", kind: "choice", preset: "PointToPoint", enum: ["Pickup","Delivery","PointToPoint","LineHaul","OnForwarding","MultiStop","Return","HourlyHire"] },
    name: { label: "Name", kind: "text", maxLength: 128 },
    readytime: { label: "Readytime", kind: "text", nullable: true },
    reference: { label: "Reference", kind: "text", nullable: true, maxLength: 128 },
    routecode: { label: "Routecode", kind: "text", nullable: true, maxLength: 64 },
    servicecode: { label: "Servicecode", kind: "text", nullable: true, maxLength: 64 },
    servicename: { label: "Servicename", kind: "text", nullable: true, maxLength: 128 },
    skipholidays: { label: "Skipholidays", kind: "flag", preset: true },
    specialinstructions: { label: "Specialinstructions", kind: "text", nullable: true, maxLength: 1000 },
    timeslot: { label: "Timeslot", kind: "text", nullable: true, maxLength: 64 },
    untildate: { label: "Untildate", kind: "date", nullable: true },
    weekdays: { label: "Weekdays", kind: "list", preset: [] },
  },
} as const satisfies Resource<'JobTemplate'>;

export const JobWorkRequest = {
  schema: 'JobWorkRequest',
  fields: {
    break: { label: "Break", kind: "number", nullable: true },
    chargerate: { label: "Chargerate", kind: "number", nullable: true },
    endtime: { label: "Endtime", kind: "moment", nullable: true },
    hours: { label: "Hours", kind: "number", nullable: true },
    roundby: { label: "Roundby", kind: "number", nullable: true },
    starttime: { label: "Starttime", kind: "moment", nullable: true },
  },
} as const satisfies Resource<'JobWorkRequest'>;

export const MakeJobOfTemplate = {
  schema: 'MakeJobOfTemplate',
  fields: {
    date: { label: "Date", kind: "date", needed: "Choose a day" },
  },
} as const satisfies Resource<'MakeJobOfTemplate'>;

export const NewDriverMessage = {
  schema: 'NewDriverMessage',
  fields: {
    driverid: { label: "Driverid", kind: "number", needed: "Enter a number", integer: true },
    jobid: { label: "Jobid", kind: "number", nullable: true, integer: true },
    text: { label: "Text", kind: "text" },
  },
} as const satisfies Resource<'NewDriverMessage'>;

export const NewJobDriverCharge = {
  schema: 'NewJobDriverCharge',
  fields: {
    driverid: { label: "Driverid", kind: "number", nullable: true, integer: true },
    jobid: { label: "Jobid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'NewJobDriverCharge'>;

export const ProcessFreightJobs = {
  schema: 'ProcessFreightJobs',
  fields: {
    articlenumbers: { label: "Articlenumbers", kind: "list", nullable: true },
    deviceid: { label: "Deviceid", kind: "text", nullable: true },
    ids: { label: "Ids", kind: "list" },
    note: { label: "Note", kind: "text", nullable: true },
    operation: { label: "Operation", kind: "choice", enum: ["Confirm","Allocate","Unallocate","Acknowledge","Start","Arrive","PickUp","Depart","Deliver","Fail","Retry","Hold","Release","Cancel","Edit","Split","Merge","Delete"] },
    time: { label: "Time", kind: "moment", nullable: true },
  },
} as const satisfies Resource<'ProcessFreightJobs'>;

export const ReadDriverMessages = {
  schema: 'ReadDriverMessages',
  fields: {
    ids: { label: "Ids", kind: "list" },
  },
} as const satisfies Resource<'ReadDriverMessages'>;

export const SaveJobScanEvents = {
  schema: 'SaveJobScanEvents',
  fields: {
    articlenumbers: { label: "Articlenumbers", kind: "list", preset: [] },
    jobid: { label: "Jobid", kind: "number", nullable: true, integer: true },
    jobids: { label: "Jobids", kind: "list", preset: [] },
  },
} as const satisfies Resource<'SaveJobScanEvents'>;
