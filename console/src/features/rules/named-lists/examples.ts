import { listTypes } from '@claviger/contract/decide/policy-content'
import { msg } from '#platform/text/text.ts'

export const examples: Readonly<Record<number, string>> = {
  [listTypes.ip]: '192.0.2.0/24',
  [listTypes.device]: '',
  [listTypes.rp]: 'office.com',
  [listTypes.app]: '',
  [listTypes.location]: 'DE',
  [listTypes.time]: '1-5 20:00-06:00',
}

export const listHelp: Readonly<Record<number, string>> = {
  [listTypes.ip]: msg('An IP address such as 192.0.2.7, or a network such as 192.0.2.0/24 or 2001:db8::/32.'),
  [listTypes.device]: msg('A computer, a shared phone or tablet, or a group of them.'),
  [listTypes.rp]: msg('A domain. It includes all its subdomains.'),
  [listTypes.app]: msg('An application of this workspace, by its ID.'),
  [listTypes.location]: msg(
    'A two-letter country code, or a circle: latitude, longitude, and radius in meters, such as 52.52,13.40,500.',
  ),
  [listTypes.time]: msg('Days from 1 (Monday) to 7 (Sunday) and times, such as 1-5 20:00-06:00 or 6,7 00:00-24:00.'),
}
