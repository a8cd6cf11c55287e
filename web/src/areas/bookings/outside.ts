// Guest screens, in one chunk: shared code.
export { FindBooking } from './guest/FindBooking.tsx';
export { SharedBooking } from './guest/SharedBooking.tsx';
export { Track } from './tracking/Track.tsx';
