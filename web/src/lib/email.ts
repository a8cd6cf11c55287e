// What an e-mail address must look like before it is worth sending; the server decides.
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
