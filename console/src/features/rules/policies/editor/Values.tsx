import { listTypes } from '@claviger/contract/decide/policy-content'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { Button, InputBase, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { PickMany } from '#features/decide/policy-content/PickMany.tsx'
import {
  fromApplications,
  fromDeviceGroups,
  fromDevices,
  fromLists,
} from '#features/decide/policy-content/name-sources.ts'
import { useDraft } from './policy-draft.ts'
import { Unknown } from './Unknown.tsx'
import classes from './editor.module.css'

const typing = 500
const linesOf = (text: string) =>
  text
    .split(/[\n,;]/)
    .map(line => line.trim())
    .filter(line => line !== '')

function ValueLines({
  label,
  help,
  type,
  values,
  change,
  error,
}: {
  label: string
  help: string
  type: number
  values: readonly string[]
  change: (to: string[]) => void
  error: string | undefined
}) {
  const [text, setText] = useState(values.join('\n'))
  const mine = linesOf(text)
  if (mine.join('\n') !== values.join('\n')) setText(values.join('\n'))
  const [asked] = useDebouncedValue(values.join('\n'), typing)
  const checked = useRead(namedLists.check, { type, lines: asked }, { when: asked !== '', quiet: true, fresh: 60_000 })
  const wrong = asked === '' ? [] : (checked.data?.wrong ?? [])
  return (
    <Stack gap={6}>
      <InputBase
        component="textarea"
        multiline
        rows={4}
        label={label}
        description={help}
        error={error}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          change(linesOf(event.currentTarget.value))
        }}
      />
      {wrong.length > 0 && (
        <Stack component="ul" className="cv-warn cv-wrap" gap={2} fz={12} aria-live="polite">
          {wrong.slice(0, 5).map(({ line, text: given, reason, instead }) => (
            <li key={line}>
              <span>{t('{value}: {reason}', { value: given, reason })}</span>{' '}
              {instead !== null && (
                <Button
                  variant="transparent"
                  className={classes.inline ?? ''}
                  onClick={() => change(values.map(value => (value === given ? instead : value)))}
                >
                  {t('Use {value}', { value: instead })}
                </Button>
              )}
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

export function Sites() {
  const { draft, set, faultAt } = useDraft()
  const is = draft.rpRestriction
  return (
    <>
      <ValueLines
        label={t('Domains, one per line')}
        help={t('A domain includes all its subdomains. For example, office.com also includes login.office.com.')}
        type={listTypes.rp}
        values={is.values}
        change={values => set('rpRestriction', { ...is, values })}
        error={faultAt('rpRestriction')}
      />
      <PickMany
        label={t('Named lists of sites')}
        from={fromLists.rp}
        value={is.lists}
        change={lists => set('rpRestriction', { ...is, lists })}
      />
      <Unknown of="rpRestriction" label={t('If the site is unknown')} />
    </>
  )
}

export function Applications() {
  const { draft, set, faultAt } = useDraft()
  const is = draft.appRestriction
  return (
    <>
      <PickMany
        label={t('Applications')}
        from={fromApplications}
        value={is.values}
        error={faultAt('appRestriction')}
        change={values => set('appRestriction', { ...is, values })}
      />
      <PickMany
        label={t('Named lists of applications')}
        from={fromLists.app}
        value={is.lists}
        change={lists => set('appRestriction', { ...is, lists })}
      />
      <Unknown of="appRestriction" label={t('If the application is unknown')} />
    </>
  )
}

export function Addresses() {
  const { draft, set, faultAt } = useDraft()
  const is = draft.ipRestriction
  return (
    <>
      <ValueLines
        label={t('IP addresses or networks, one per line')}
        help={t('For example 192.0.2.7, 192.0.2.0/24, or 2001:db8::/32. This is the IP address of the computer.')}
        type={listTypes.ip}
        values={is.values}
        change={values => set('ipRestriction', { ...is, values })}
        error={faultAt('ipRestriction')}
      />
      <PickMany
        label={t('Named lists of addresses')}
        from={fromLists.ip}
        value={is.lists}
        change={lists => set('ipRestriction', { ...is, lists })}
      />
      <Unknown of="ipRestriction" label={t('If the address is unknown')} />
    </>
  )
}

export function Devices() {
  const { draft, set, faultAt } = useDraft()
  const is = draft.devices
  return (
    <>
      <PickMany
        label={t('Computers and devices')}
        from={fromDevices}
        value={is.values}
        error={faultAt('devices')}
        change={values => set('devices', { ...is, values })}
      />
      <PickMany
        label={t('Device groups')}
        from={fromDeviceGroups}
        value={is.groups}
        change={groups => set('devices', { ...is, groups })}
      />
      <PickMany
        label={t('Named lists of devices')}
        from={fromLists.device}
        value={is.lists}
        change={lists => set('devices', { ...is, lists })}
      />
      <Unknown of="devices" label={t('If the device is unknown')} />
    </>
  )
}
