/** Source of the GeoIP data; its license (CC BY 4.0) requires attribution wherever the data is shown. */
export const countrySource = { name: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' } as const
