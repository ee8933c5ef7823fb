/** Returns the link to a station's terms and their proposed changes. */
export const termsLink = (teamId: number): string => `/teamList/index?open=${teamId}&tab=fees`;
