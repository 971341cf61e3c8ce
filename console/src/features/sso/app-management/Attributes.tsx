import { applications } from '@claviger/contract/apps/applications'
import type { ApplicationInFull, Mapping, MappingSource } from '@claviger/contract/apps/applications'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../ground/text/text.ts'
import { useFormState } from '../../../ground/ui/form/context.ts'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import LeaveGuard from '../../../ground/ui/over/LeaveGuard.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { sourceNames } from '../../apps/applications/demands.ts'
import { NamesContext, useKnown } from '../../decide/policy-content/names.ts'
import { GroupsTold } from './GroupsTold.tsx'
import { Preview } from './Preview.tsx'
import classes from './app-management.module.css'

type Row = Mapping[number]
const nobody: { id: string; name: string }[] = []

function OneRow({ row, at, change, remove }: { row: Row; at: number; change: (to: Row) => void; remove: () => void }) {
  const { fields } = useFormState()
  const fault = (field: string) => fields.errors[`mapping.${at}.${field}`]
  const n = at + 1
  return (
    <div className={classes.mapped}>
      <TextInput
        size="sm"
        aria-label={t('Name {n}', { n })}
        value={row.name}
        error={fault('name')}
        onChange={event => change({ ...row, name: event.currentTarget.value })}
      />
      <NativeSelect
        size="sm"
        aria-label={t('Value {n}', { n })}
        value={row.source}
        data={Object.entries(sourceNames).map(([value, label]) => ({ value, label: t(label) }))}
        onChange={event => change({ ...row, source: event.currentTarget.value as MappingSource })}
      />
      {row.source === 'fixed' ? (
        <TextInput
          size="sm"
          aria-label={t('Text {n}', { n })}
          value={row.value ?? ''}
          error={fault('value')}
          onChange={event => change({ ...row, value: event.currentTarget.value })}
        />
      ) : (
        <span />
      )}
      <ActionIcon aria-label={t('Remove attribute {n}', { n })} onClick={remove}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function Rows() {
  const { fields } = useFormState()
  const rows = fields.values['mapping'] as Mapping
  const set = (next: Mapping) => fields.set('mapping', next)
  return (
    <>
      {rows.length === 0 && <p className={classes.quiet}>{t('It is told no more than who signed in.')}</p>}
      {rows.length > 0 && (
        <div className={`${classes.mapped ?? ''} ${classes.heads ?? ''}`} aria-hidden>
          <span>{t('Name in the application')}</span>
          <span>{t('Value')}</span>
        </div>
      )}
      {rows.map((row, at) => (
        <OneRow
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place: two may be empty
          key={at}
          row={row}
          at={at}
          change={to => set(rows.map((one, place) => (place === at ? to : one)))}
          remove={() => set(rows.filter((_one, place) => place !== at))}
        />
      ))}
      {fields.errors['mapping'] !== undefined && <p className={classes.fault}>{fields.errors['mapping']}</p>}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => set([...rows, { name: '', source: 'email' }])}
        >
          {t('Add attribute')}
        </Button>
      </div>
    </>
  )
}

function Inputs({ of, may }: { of: ApplicationInFull; may: boolean }) {
  const { fields } = useFormState()
  const settings = fields.values[of.oidc ? 'oidc' : 'saml'] as { groupsFilter: string[] }
  return (
    <div className={classes.settings}>
      <fieldset className={classes.whole} disabled={!may}>
        <legend className="cv-hidden">{t('Attributes')}</legend>
        <Rows />
        <GroupsTold of={of.oidc ? 'oidc' : 'saml'} />
        {may && <Foot save={t('Save changes')} cancel={{ label: t('Discard'), do: fields.reset }} whenChanged />}
      </fieldset>
      <Card title={t('Preview')}>
        <Preview of={of.id} mapping={fields.values['mapping'] as Mapping} groupsFilter={settings.groupsFilter} />
      </Card>
    </div>
  )
}

/** What an application is told of people, with a preview for anybody. */
export function Attributes({ of, may }: { of: ApplicationInFull; may: boolean }) {
  const [from, setFrom] = useState(of)
  const known = useKnown(nobody)
  const shared = {
    fixed: { id: from.id, version: from.version, name: from.name },
    guard: LeaveGuard,
    done(saved: ApplicationInFull) {
      toast('success', t('{name} saved', { name: saved.name }))
      setFrom(saved)
    },
  }
  const { mapping, oidc, saml } = from
  return (
    <NamesContext value={known}>
      {oidc && (
        <Form key={from.version} of={applications.oidcUpdate} start={{ mapping, oidc }} {...shared}>
          <Inputs of={from} may={may} />
        </Form>
      )}
      {saml && (
        <Form key={from.version} of={applications.samlUpdate} start={{ mapping, saml }} {...shared}>
          <Inputs of={from} may={may} />
        </Form>
      )}
    </NamesContext>
  )
}
