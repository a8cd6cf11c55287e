// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const Driver = {
  schema: 'Driver',
  edit: 'Pages.Driver.Edit',
  create: 'Pages.Driver.Edit',
  fields: {
    abn: { label: "ABN", kind: "text", nullable: true, maxLength: 32 },
    code: { label: "Code", kind: "text", maxLength: 32 },
    companyname: { label: "Company", kind: "text", nullable: true, maxLength: 128 },
    creationTime: { label: "Creation time", kind: "moment" },
    email: { label: "Email", kind: "text", nullable: true, maxLength: 256 },
    isactive: { label: "Active", kind: "flag", preset: true },
    isavailableforwork: { label: "Isavailableforwork", kind: "flag", preset: false },
    isgstregistered: { label: "Registered for GST", kind: "flag", preset: false },
    maindepotid: { label: "Maindepotid", kind: "number", nullable: true, integer: true },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    password: { label: "Password", kind: "text", nullable: true },
    phonenumber: { label: "Phone number", kind: "text", nullable: true, maxLength: 32 },
    type: { label: "Type", kind: "choice", preset: "Employee", enum: ["Employee","OwnerDriver","Contractor","LabourHire"] },
    userGuid: { label: "User", kind: "text", nullable: true },
  },
} as const satisfies Resource<'Driver'>;

export const DriverDocumentRequest = {
  schema: 'DriverDocumentRequest',
  edit: 'Pages.Driver.Compliance',
  create: 'Pages.Driver.Compliance',
  fields: {
    creationTime: { label: "Creation time", kind: "moment" },
    driverid: { label: "Driverid", kind: "number", integer: true, preset: 0 },
    expirydate: { label: "Valid until", kind: "date", nullable: true },
    fileid: { label: "File", kind: "text", nullable: true },
    kind: { label: "Kind", kind: "choice", preset: "Licence", enum: ["Licence","Medical","Insurance","Induction","Other"] },
    note: { label: "Note", kind: "text", maxLength: 1000 },
    number: { label: "Number", kind: "text", maxLength: 64 },
  },
} as const satisfies Resource<'DriverDocumentRequest'>;

export const DriverParameter = {
  schema: 'DriverParameter',
  fields: {
    driverId: { label: "Driver", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'DriverParameter'>;

export const DriverPreStartAnswer = {
  schema: 'DriverPreStartAnswer',
  fields: {
    breakendtime: { label: "Breakendtime", kind: "moment", nullable: true },
    breakstarttime: { label: "Breakstarttime", kind: "moment", nullable: true },
    creationtime: { label: "Creationtime", kind: "moment" },
    driveendtime: { label: "Driveendtime", kind: "moment", nullable: true },
    driverid: { label: "Driverid", kind: "number", integer: true, preset: 0 },
    drivestarttime: { label: "Drivestarttime", kind: "moment", nullable: true },
    hadenoughsleep: { label: "Hadenoughsleep", kind: "flag", preset: false },
    isbarred: { label: "Isbarred", kind: "flag", preset: false },
    stateofdriverslicense: { label: "Stateofdriverslicense", kind: "choice", preset: "Valid", enum: ["Valid","Invalid"] },
    timeonroad: { label: "Timeonroad", kind: "text", nullable: true, maxLength: 64 },
    undertheinfluenceofalcohol: { label: "Undertheinfluenceofalcohol", kind: "flag", preset: false },
    undertheinfluenceofdrugs: { label: "Undertheinfluenceofdrugs", kind: "flag", preset: false },
    wearingpropersafetyequipment: { label: "Wearingpropersafetyequipment", kind: "flag", preset: false },
  },
} as const satisfies Resource<'DriverPreStartAnswer'>;

export const DriverSelfRegistration = {
  schema: 'DriverSelfRegistration',
  fields: {
    email: { label: "Email", kind: "text" },
    firstName: { label: "First name", kind: "text" },
    invitationToken: { label: "Invitation token", kind: "text", nullable: true },
    lastName: { label: "Last name", kind: "text" },
    password: { label: "Password", kind: "text" },
    phonenumber: { label: "Phonenumber", kind: "text" },
    stateCode: { label: "State", kind: "text" },
  },
} as const satisfies Resource<'DriverSelfRegistration'>;

export const DriverSelfRegistrationVehicle = {
  schema: 'DriverSelfRegistrationVehicle',
  fields: {
    name: { label: "Name", kind: "text" },
    registrationNumber: { label: "Registration number", kind: "text" },
  },
} as const satisfies Resource<'DriverSelfRegistrationVehicle'>;

export const NewDriverInvitation = {
  schema: 'NewDriverInvitation',
  fields: {
    email: { label: "Email", kind: "text" },
    runId: { label: "Run", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'NewDriverInvitation'>;

export const PreStartItemRequest = {
  schema: 'PreStartItemRequest',
  fields: {
    bars: { label: "Bars", kind: "flag", preset: false },
    selected: { label: "Selected", kind: "flag", preset: false },
    title: { label: "Title", kind: "text" },
  },
} as const satisfies Resource<'PreStartItemRequest'>;

export const VehicleRequest = {
  schema: 'VehicleRequest',
  fields: {
    driverid: { label: "Driverid", kind: "number", integer: true, preset: 0 },
    images: { label: "Images", kind: "list", preset: [], maxItems: 12 },
    isactive: { label: "Active", kind: "flag", preset: true },
    iscurrentvehicle: { label: "Current vehicle", kind: "flag", preset: false },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    registrationnumber: { label: "Registration number", kind: "text", needed: "Enter the registration number", minLength: 1, maxLength: 16 },
  },
} as const satisfies Resource<'VehicleRequest'>;

export const WaypointRequest = {
  schema: 'WaypointRequest',
  fields: {
    accuracy: { label: "Accuracy", kind: "number", nullable: true },
    altitude: { label: "Altitude", kind: "number", nullable: true },
    altitudeAccuracy: { label: "Altitude accuracy", kind: "number", nullable: true },
    creationTime: { label: "Creation time", kind: "moment", nullable: true },
    driverId: { label: "Driver", kind: "number", integer: true, preset: 0 },
    heading: { label: "Heading", kind: "number", nullable: true },
    latitude: { label: "Latitude", kind: "number", nullable: true },
    longitude: { label: "Longitude", kind: "number", nullable: true },
    provider: { label: "Provider", kind: "text", nullable: true },
    speed: { label: "Speed", kind: "number", nullable: true },
  },
} as const satisfies Resource<'WaypointRequest'>;
