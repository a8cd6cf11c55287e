// What an e-mail address must look like before it is worth sending; the server decides.
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
