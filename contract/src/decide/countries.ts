/** Whose data says in which country an address is; their licence (CC BY 4.0) asks that it is said wherever it is shown. */
export const countrySource = { name: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' } as const
