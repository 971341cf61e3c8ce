import { listTypes } from '@claviger/contract/decide/policy-content'
import { msg } from '../../../ground/text/text.ts'

/** What an entry of each type looks like. */
export const examples: Readonly<Record<number, string>> = {
  [listTypes.ip]: '192.0.2.0/24',
  [listTypes.device]: '',
  [listTypes.rp]: 'office.com',
  [listTypes.app]: '',
  [listTypes.location]: 'DE',
  [listTypes.time]: '1-5 20:00-06:00',
}

/** What an entry of each type may be. */
export const helps: Readonly<Record<number, string>> = {
  [listTypes.ip]: msg('An address such as 192.0.2.7, or a network such as 192.0.2.0/24 or 2001:db8::/32.'),
  [listTypes.device]: msg('A computer, a shared phone or tablet, or a group of them.'),
  [listTypes.rp]: msg('A domain; it also means all beneath it.'),
  [listTypes.app]: msg('An application that is served from here, by its id.'),
  [listTypes.location]: msg(
    'A country by its two letters, or a circle: latitude, longitude and radius in meters, such as 52.52,13.40,500.',
  ),
  [listTypes.time]: msg('Days 1 (Monday) to 7 and times, such as 1-5 20:00-06:00 or 6,7 00:00-24:00.'),
}
