import { type Download, readerDrivers } from '@claviger/contract/oversight/downloads'
import { msg, sayTo } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'

// Makers keep their drivers current themselves, so a copy here would only grow old
const items: Download[] = [
  {
    id: 'rfideas',
    name: 'rf IDEAS',
    kind: 'driver',
    driver: readerDrivers.rfIdeas,
    systems: ['Windows', 'macOS', 'Linux'],
    about: msg('Readers of the WAVE ID series'),
    href: 'https://www.rfideas.com/support',
  },
  {
    id: 'acs',
    name: 'ACS',
    kind: 'driver',
    driver: readerDrivers.acs,
    systems: ['Windows', 'macOS', 'Linux'],
    about: msg('Readers of the ACR series'),
    href: 'https://www.acs.com.hk',
  },
  {
    id: 'hid',
    name: 'HID',
    kind: 'driver',
    driver: readerDrivers.hid,
    systems: ['Windows', 'macOS', 'Linux'],
    about: msg('Readers of the OMNIKEY series'),
    href: 'https://www.hidglobal.com/drivers',
  },
]

/** What computers need beside the browser, in the language of whoever asks. */
export const listDownloads = (ctx: Ctx) => ({
  items: items.map(item => ({ ...item, about: sayTo(ctx)(item.about) })),
})
