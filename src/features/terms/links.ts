/** Where a station's terms and their proposed changes are shown. */
export const termsLink = (teamId: number): string => `/teamList/index?open=${teamId}&tab=fees`;
