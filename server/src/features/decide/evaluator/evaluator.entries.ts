import { type ListEntry, type ListType, listTypes } from '@claviger/contract/decide/policy-content'
import countries from 'i18n-iso-countries/index.js'
import { isIP } from 'node:net'
import { msg } from '#platform/languages.ts'
import { circleOf } from './evaluator.circles.ts'
import { beginOf, networkOf, networkText } from './evaluator.networks.ts'
import { siteOf } from './evaluator.sites.ts'
import { spanOf } from './evaluator.times.ts'
import { isPublicSuffix } from './public-suffixes.ts'

/** Why a value is invalid, and a suggested correction. */
export interface InvalidEntry {
  readonly reason: string
  readonly instead: string | null
}

export function findEntryFault(type: ListType, { value }: Pick<ListEntry, 'value'>): InvalidEntry | undefined {
  switch (type) {
    case listTypes.ip:
      return networkWrong(value)
    case listTypes.device:
      return isId(value.replace(/^group:/, ''))
        ? undefined
        : wrong(msg('Enter a device ID, or group: followed by a group ID'))
    case listTypes.rp:
      return siteWrong(value)
    case listTypes.app:
      return isId(value) ? undefined : wrong(msg('Enter an application ID'))
    case listTypes.location:
      return placeWrong(value)
    case listTypes.time:
      return spanWrong(value)
  }
}

const wrong = (reason: string, instead: string | null = null): InvalidEntry => ({ reason, instead })

const isId = (text: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)

export function networkWrong(value: string): InvalidEntry | undefined {
  const network = networkOf(value)
  if (network) {
    const begin = beginOf(network)
    return begin.words.every((word, at) => word === network.words[at])
      ? undefined
      : wrong(msg('The address has host bits set'), networkText(begin))
  }
  const meant = meantBy(value)
  if (value.includes('%')) return wrong(msg("An address can't have a zone here"), meant(value.replace(/%[^/]*/, '')))
  const bare = /^\[([\da-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(value)
  if (bare) return wrong(msg("An address can't have a port here"), meant(bare[1] ?? bare[2] ?? ''))
  const [address = '', bits = ''] = value.split('/')
  if (isIP(address) !== 0 && isIP(bits) === 4)
    return wrong(msg('Use a prefix length instead of a mask'), meant(`${address}/${bitsOfMask(bits)}`))
  if (isIP(address) !== 0) return wrong(msg('Enter a prefix length after the slash: up to 32, or up to 128 for IPv6'))
  if (/^(?:\d{1,3}\.){1,3}\*(?:\.\*)*$/.test(value)) {
    const given = value.split('.').filter(part => part !== '*')
    return wrong(
      msg('Enter a network as an address with a prefix length, without an asterisk'),
      meant(`${[...given, 0, 0, 0].slice(0, 4).join('.')}/${given.length * 8}`),
    )
  }
  const noZeros = value.replaceAll(/(^|\.)0+(?=\d)/g, '$1')
  if (noZeros !== value && networkOf(noZeros))
    return wrong(msg("Numbers in an address can't start with zero"), meant(noZeros))
  const trimmed = value.replaceAll(/\s/g, '')
  return wrong(
    msg('Enter an IP address such as 192.0.2.7 or a network such as 192.0.2.0/24'),
    trimmed === value ? null : meant(trimmed),
  )
}

const meantBy =
  (value: string) =>
  (text: string): string | null => {
    const network = networkOf(text)
    const said = network && networkText(beginOf(network))
    return said === undefined || said === value ? null : said
  }

function bitsOfMask(mask: string): number {
  const bits = mask
    .split('.')
    .map(part => Number(part).toString(2).padStart(8, '0'))
    .join('')
  // Non-contiguous netmasks are invalid
  return /^1*0*$/.test(bits) ? bits.lastIndexOf('1') + 1 : Number.NaN
}

/** Validates a site; undefined for a registrable domain or a subdomain of one. */
export function siteWrong(value: string): InvalidEntry | undefined {
  const site = siteOf(value)
  if (site !== undefined) return domainWrong(site)
  const meant = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^/@\s]*@)?(?:\*?\.)?([^/:?#@\s]+?)\.?(?::\d+)?(?:[/?#].*)?$/i.exec(
    value,
  )?.[1]
  const instead = siteInstead(meant)
  if (!value.startsWith('*.') && /^(?:\*|[\w-]+)(?:\.(?:\*|[\w-]+))*$/.test(value) && value.includes('*'))
    return wrong(msg("A domain can't contain an asterisk"))
  if (/[\\^$()[\]{}|+]|\.\*/.test(value))
    return wrong(msg('Enter a domain instead of a pattern. Subdomains are included'), siteInstead(unpatterned(value)))
  if (value.startsWith('*.')) return wrong(msg('A domain needs no asterisk because subdomains are included'), instead)
  if (/[/:?#@]/.test(value)) return wrong(msg('Enter only the domain, without protocol, port, or path'), instead)
  return wrong(msg('Enter a domain such as example.com'), instead)
}

function domainWrong(site: string): InvalidEntry | undefined {
  if (site === 'localhost') return undefined
  if (isIP(site) !== 0 || /^[\d.]+$/.test(site)) return wrong(msg('Enter a domain instead of an IP address'))
  if (site.split('.').some(label => label.startsWith('-') || label.endsWith('-')))
    return wrong(msg('Enter a domain such as example.com'))
  return isPublicSuffix(site)
    ? wrong(msg('This is a public suffix with domains of many owners. Enter a single domain below it'))
    : undefined
}

function siteInstead(text: string | undefined): string | null {
  const site = text === undefined ? undefined : siteOf(text)
  return site !== undefined && !domainWrong(site) ? site : null
}

const unpatterned = (value: string) => /([\da-z-]+(?:\\?\.[\da-z-]+)+)\$?\)?$/i.exec(value)?.[1]?.replaceAll('\\', '')

function placeWrong(value: string): InvalidEntry | undefined {
  if (circleOf(value)) return undefined
  if (/^[A-Z]{2}$/.test(value) && countries.isValid(value)) return undefined
  const code = value.toUpperCase()
  const meant = /^[A-Z]{3}$/.test(code) ? countries.alpha3ToAlpha2(code) : /^[A-Z]{2}$/.test(code) ? code : undefined
  const instead = meant !== undefined && countries.isValid(meant) ? meant : null
  if (/^[A-Z]{2,3}$/.test(code)) return wrong(msg('No country has this code'), instead)
  return /^[\d.,;\s-]+$/.test(value)
    ? wrong(
        msg(
          'Enter a circle as latitude, longitude, and radius from 10 to 20,000,000 meters, for example 52.52,13.405,500',
        ),
      )
    : wrong(msg('Enter a country code, for example DE, or a circle, for example 52.52,13.405,500'))
}

const weekdays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']

function spanWrong(value: string): InvalidEntry | undefined {
  if (spanOf(value)) return undefined
  const reason = msg('Enter days (1 for Monday to 7 for Sunday) and times, for example 1-5 20:00-06:00')
  const [, days = '', from = '', to = ''] = /^\s*(\S+?)\s+(\d{1,2}:\d\d)\s*[-–]\s*(\d{1,2}:\d\d)\s*$/.exec(value) ?? []
  if (days !== '' && from.padStart(5, '0') === to.padStart(5, '0'))
    return wrong(msg('The start and end time must differ'))
  const numbered = days
    .toLowerCase()
    .replaceAll(/(mo|tu|we|th|fr|sa|su)[a-z]*/g, (_name, day: string) => String(weekdays.indexOf(day) + 1))
    .replaceAll('–', '-')
  const meant = `${numbered} ${from.padStart(5, '0')}-${to.padStart(5, '0')}`
  return wrong(reason, spanOf(meant) ? meant : null)
}
