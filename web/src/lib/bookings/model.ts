// Wire types of bookings.
import type { Schema } from '../../api/types.ts';

export type Address = Schema<'Address'>;
export type BookingItem = Schema<'Item'>;
export type BookingCustomer = Schema<'CustomerView'>;
/** Amount without tax, tax, and total. */
export type Amount = Schema<'Amount'>;
export type ServiceDetail = Schema<'ServiceDetail'>;
export type PricingDetail = Schema<'PricingDetail'>;
export type OperationEntry = Schema<'OperationView'>;
export type TrackingEntry = Schema<'TrackingView'>;
export type BookingNote = Schema<'NoteView'>;
/** A listed booking, or one loaded with notes and allowed operations. */
export type Booking = Schema<'BookingView'>;
export type BookingDetail = Booking;
export type StatusCounts = Schema<'StatusCounts'>;
export type BookingSummary = Schema<'Summary'>;
/** Rejection of one booking of a batch. */
export type ErrorInfo = Schema<'ErrorInfo'>;
/** A booking as the batch call answers it. */
export type SavedBooking = Schema<'SavedBooking'>;
export type BatchAnswer = Schema<'BatchAnswer'>;
export type OperationResult = Schema<'BulkResult'>;
export type BulkAnswer = Schema<'BulkAnswer'>;

/** Document type numbers of the API. */
export const DocumentType = {
  Label: 1,
  Manifest: 2,
  ConsignmentNote: 3,
  ProofOfDelivery: 5,
  DangerousGoodsDeclaration: 6,
  InsuranceCertificate: 16,
} as const;
