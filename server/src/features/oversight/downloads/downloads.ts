import { type Download, type Program, readerDrivers } from '@claviger/contract/oversight/downloads'
import { msg, sayTo } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isBuilt, programFiles } from './programs.ts'

// Vendors keep their drivers up to date; a copy here would only become outdated
const drivers: Omit<Download, 'file'>[] = [
  {
    id: 'rfideas',
    name: 'rf IDEAS',
    kind: 'driver',
    driver: readerDrivers.rfIdeas,
    systems: ['Windows', 'macOS', 'Linux'],
    about: msg('WAVE ID readers'),
    href: 'https://www.rfideas.com/support',
  },
  {
    id: 'acs',
    name: 'ACS',
    kind: 'driver',
    driver: readerDrivers.acs,
    systems: ['Windows', 'macOS', 'Linux'],
    about: msg('ACR readers'),
    href: 'https://www.acs.com.hk',
  },
  {
    id: 'hid',
    name: 'HID',
    kind: 'driver',
    driver: readerDrivers.hid,
    systems: ['Windows', 'macOS', 'Linux'],
    about: msg('OMNIKEY readers'),
    href: 'https://www.hidglobal.com/drivers',
  },
]

const programOf = { Linux: 'reader-linux', Windows: 'reader-windows', macOS: 'reader-macos' } as const

const applications: (Omit<Download, 'kind' | 'driver' | 'href' | 'file'> & { id: Program })[] = [
  {
    id: 'extension',
    name: msg('Browser extension'),
    systems: ['Windows', 'macOS', 'Linux'],
    about: msg('Users tap their card when a site asks for a passkey'),
  },
  {
    id: 'reader',
    name: msg('Reader program'),
    systems: ['Linux'],
    about: msg('A tapped card works as a security key in every program'),
  },
  ...(['Linux', 'Windows', 'macOS'] as const).map(system => ({
    id: programOf[system],
    name: msg('Reader program, one file'),
    systems: [system],
    about: system === 'Linux' ? msg('Works without Node.js') : msg('Records attendance. Works without Node.js'),
  })),
]

export function listDownloads(ctx: TransactionContext) {
  const say = sayTo(ctx)
  const built = applications.filter(({ id }) => isBuilt(ctx, id))
  return {
    items: [
      ...drivers.map(item => ({ ...item, about: say(item.about), file: null })),
      ...built.map(({ name, about, ...item }) => ({
        ...item,
        name: say(name),
        about: say(about),
        kind: 'application' as const,
        driver: null,
        file: programFiles[item.id].name,
        href: `${ctx.config.publicUrl}/administrator/workspace/downloads/${item.id}`,
      })),
    ],
  }
}
