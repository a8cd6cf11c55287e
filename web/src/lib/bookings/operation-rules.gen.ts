// Generated from the host's table of booking statuses by `cargo xtask gen`; not to be edited.

/** Permission of each operation, and the statuses that allow it. */
export const operationRules = {
  AddTrackingEvent: {"permission":"Pages.Booking.ChangeStatus","statuses":["Manifested","PickupBooked","AtPickup","PickedUp","InTransit","AtDepot","OutForDelivery","AtDelivery","PartiallyDelivered","AwaitingCollection","Delivered","Delayed","DeliveryAttempted","FailedPickup","FailedDelivery","Damaged","Lost","ReturningToSender","ReturnedToSender","TrackingExpired"]},
  Book: {"permission":"Pages.Booking.Create","statuses":["Quoted","PendingPayment","Failed"]},
  BookPickup: {"permission":"Pages.Booking.Manifest","statuses":["Manifested","FailedPickup"]},
  Cancel: {"permission":"Pages.Booking.Cancel","statuses":["Draft","Quoted","PendingPayment","Booked","Manifested","PickupBooked","AtPickup","FailedPickup","OnHold","Failed"]},
  Delete: {"permission":"Pages.Booking.Delete","statuses":["Draft","Quoted","Cancelled"]},
  Edit: {"permission":"Pages.Booking.Edit","statuses":["Draft","Quoted","PendingPayment","Booked","Failed"]},
  EditAddresses: {"permission":"Pages.Booking.Edit","statuses":["Draft","Quoted","PendingPayment","Booked","Failed"]},
  EmailDocuments: {"permission":"Pages.Booking","statuses":["Booked","Manifesting","Manifested","PickupBooked","AtPickup","PickedUp","InTransit","AtDepot","OutForDelivery","AtDelivery","PartiallyDelivered","AwaitingCollection","Delivered","Delayed","DeliveryAttempted","FailedPickup","FailedDelivery","Damaged","Lost","ReturningToSender","ReturnedToSender","TrackingExpired"]},
  Hold: {"permission":"Pages.Booking.ChangeStatus","statuses":["Draft","Quoted","PendingPayment","Booked"]},
  Invoice: {"permission":"Pages.Booking","statuses":["Booked","Manifesting","Manifested","PickupBooked","AtPickup","PickedUp","InTransit","AtDepot","OutForDelivery","AtDelivery","PartiallyDelivered","AwaitingCollection","Delivered","Delayed","DeliveryAttempted","FailedPickup","FailedDelivery","Damaged","Lost","ReturningToSender","ReturnedToSender","TrackingExpired"]},
  Manifest: {"permission":"Pages.Booking.Manifest","statuses":["Booked"]},
  PrintLabel: {"permission":"Pages.Booking","statuses":["Booked","Manifesting","Manifested","PickupBooked","AtPickup","PickedUp","InTransit","AtDepot","OutForDelivery","AtDelivery","PartiallyDelivered","AwaitingCollection","Delivered","Delayed","DeliveryAttempted","FailedPickup","FailedDelivery","Damaged","Lost","ReturningToSender","ReturnedToSender","TrackingExpired"]},
  PrintManifest: {"permission":"Pages.Booking","statuses":["Booked","Manifesting","Manifested","PickupBooked","AtPickup","PickedUp","InTransit","AtDepot","OutForDelivery","AtDelivery","PartiallyDelivered","AwaitingCollection","Delivered","Delayed","DeliveryAttempted","FailedPickup","FailedDelivery","Damaged","Lost","ReturningToSender","ReturnedToSender","TrackingExpired"]},
  RefreshTracking: {"permission":"Pages.Booking","statuses":["Booked","Manifesting","Manifested","PickupBooked","AtPickup","PickedUp","InTransit","AtDepot","OutForDelivery","AtDelivery","PartiallyDelivered","AwaitingCollection","Delivered","Delayed","DeliveryAttempted","FailedPickup","FailedDelivery","Damaged","Lost","ReturningToSender","ReturnedToSender","TrackingExpired"]},
  Release: {"permission":"Pages.Booking.ChangeStatus","statuses":["OnHold"]},
  Requote: {"permission":"Pages.Booking.Edit","statuses":["Quoted","Failed"]},
} as const;
