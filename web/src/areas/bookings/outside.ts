// Guest screens, in one chunk since they share most code.
export { FindBooking } from './guest/FindBooking.tsx';
export { SharedBooking } from './guest/SharedBooking.tsx';
export { Track } from './tracking/Track.tsx';
