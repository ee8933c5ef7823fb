/** Masks an ID card number: `510***********1234`. */
export const maskIdCard = (text: string): string => `${text.slice(0, 3)}***********${text.slice(-4)}`;
