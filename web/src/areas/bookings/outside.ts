// The screens for people who are not signed in: fetched together, since they share most of what they show.
export { FindBooking } from './guest/FindBooking.tsx';
export { SharedBooking } from './guest/SharedBooking.tsx';
export { Track } from './tracking/Track.tsx';
