import { listTypes } from '@claviger/contract/decide/policy-content'
import type { ListEntry } from '@claviger/contract/decide/policy-content'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { countryOptions } from '#features/decide/policy-content/country-options.ts'
import { PickOne } from '#features/decide/policy-content/PickMany.tsx'
import { useNames } from '#features/decide/policy-content/known-names.ts'
import { fromApplications, fromDeviceGroups, fromDevices } from '#features/decide/policy-content/name-sources.ts'
import { examples, listHelp } from './examples.ts'
import classes from './lists.module.css'

export function AddEntry({
  type,
  has,
  add,
}: {
  type: number
  has: (value: string) => boolean
  add: (entries: readonly ListEntry[]) => void
}) {
  const [value, setValue] = useState('')
  const [label, setLabel] = useState('')
  const [fault, setFault] = useState<{ says: string; instead: string | null } | null>(null)
  const { of: names } = useNames()
  const check = useWrite(namedLists.check, { quiet: true })
  const put = (given: string, called = label) => {
    if (has(given)) return setFault({ says: t('This entry is already in the list'), instead: null })
    add([{ value: given, label: called }])
    setValue('')
    setLabel('')
    setFault(null)
  }
  const send = (given = value.trim()) => {
    if (given === '') return setFault({ says: t('Enter a value'), instead: null })
    check.mutate(
      { type, lines: given },
      {
        onSuccess({ entries, wrong }) {
          const [first] = wrong
          if (first) return setFault({ says: first.reason, instead: first.instead })
          put(entries[0]?.value ?? given)
        },
        onError: refusal => setFault({ says: refusal.message, instead: null }),
      },
    )
  }
  // Nested inside the list's form, so Enter must not submit that form
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    send()
  }
  if (type === listTypes.device)
    return (
      <Grid className={classes.adding} columns={200} gap={12} align="start">
        <PickOne
          label={t('Add a computer or device')}
          from={fromDevices}
          value={null}
          placeholder={t('Search by name…')}
          error={fault?.says}
          change={id => id !== null && put(id, names(id) ?? '')}
        />
        <PickOne
          label={t('Add a device group')}
          from={fromDeviceGroups}
          value={null}
          placeholder={t('Search by name…')}
          change={id => id !== null && put(`group:${id}`, names(id) ?? '')}
        />
      </Grid>
    )
  if (type === listTypes.app)
    return (
      <Grid className={classes.adding} columns={200} gap={12} align="start">
        <PickOne
          label={t('Add an application')}
          from={fromApplications}
          value={null}
          placeholder={t('Search by name…')}
          error={fault?.says}
          change={id => id !== null && put(id, names(id) ?? '')}
        />
      </Grid>
    )
  return (
    <Grid className={classes.adding} columns={200} gap={12} align="start">
      {type === listTypes.location && (
        <Select
          label={t('Add a country')}
          data={countryOptions()}
          value={null}
          searchable
          openOnFocus={false}
          placeholder={t('Search by name…')}
          nothingFoundMessage={t('No match')}
          onChange={(code, option) => code !== null && put(code, option?.label)}
        />
      )}
      <TextInput
        label={t('Value')}
        description={t(listHelp[type] ?? '')}
        placeholder={examples[type] ?? ''}
        value={value}
        maxLength={300}
        error={
          fault && (
            <>
              {fault.says}{' '}
              {fault.instead !== null && (
                <Button variant="transparent" className={classes.inline ?? ''} onClick={() => put(fault.instead ?? '')}>
                  {t('Use {value}', { value: fault.instead })}
                </Button>
              )}
            </>
          )
        }
        onKeyDown={press}
        onChange={event => setValue(event.currentTarget.value)}
      />
      <TextInput
        label={t('Label (optional)')}
        value={label}
        maxLength={100}
        onKeyDown={press}
        onChange={event => setLabel(event.currentTarget.value)}
      />
      <Button variant="default" loading={check.isPending} onClick={() => send()}>
        {t('Add entry')}
      </Button>
    </Grid>
  )
}
