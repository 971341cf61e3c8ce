import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { namedLists } from '@claviger/contract/rules/named-lists'
import type { NamedListInFull } from '@claviger/contract/rules/named-lists'
import { Button, Group, Menu, NativeSelect } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { NamesContext, useKnown } from '#features/decide/policy-content/known-names.ts'
import { listTypeNames } from '#features/decide/policy-content/policy-labels.ts'
import { Entries } from './Entries.tsx'

const DeleteLists = lazy(() => import('./DeleteLists.tsx'))
const ListHistory = lazy(() => import('./ListHistory.tsx'))
const home = '/dashboard/named-lists'

function Head({ of }: { of: NamedListInFull }) {
  const { can } = useSession()
  const go = useNavigate()
  const [open, setOpen] = useState<'delete' | 'history' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <PageHead
        title={of.name}
        beside={<Tag>{t(listTypeNames[of.type] ?? msg('Unknown'))}</Tag>}
        under={<LogLink id={of.namedListId} name={of.name} />}
        actions={
          <MoreMenu label={t('More actions for {name}', { name: of.name })}>
            <Menu.Item onClick={() => setOpen('history')}>{t('Versions…')}</Menu.Item>
            {can('policies.write') && (
              <Menu.Item data-danger onClick={() => setOpen('delete')}>
                {t('Delete…')}
              </Menu.Item>
            )}
          </MoreMenu>
        }
      />
      <Suspense>
        {open === 'history' && <ListHistory of={of} close={close} />}
        {open === 'delete' && (
          <DeleteLists
            lists={[{ id: of.namedListId, name: of.name, policies: of.usedBy.length }]}
            close={close}
            done={() => void go({ to: home, ignoreBlocker: true } as never)}
          />
        )}
      </Suspense>
    </>
  )
}

function UsedBy({ of }: { of: NamedListInFull }) {
  return (
    <Card title={t('Used by')}>
      {of.usedBy.length === 0 ? (
        <p className="cv-muted">{t('No policy uses this list.')}</p>
      ) : (
        <ul>
          {of.usedBy.map(({ id, name, priority }) => (
            <li key={id}>
              <span className="cv-number">{priority}</span> ·{' '}
              <Link to={`/dashboard/policies/${id}` as '/'}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Type() {
  const { fields } = useFormState()
  const type = fields.values['type'] as number | null
  return (
    <NativeSelect
      label={t('List type')}
      value={String(type ?? '')}
      error={fields.errors['type']}
      description={t("The type sets what the entries are. You can't change it later.")}
      data={[
        { value: '', label: t('Choose…') },
        ...Object.entries(listTypeNames).map(([value, label]) => ({ value, label: t(label) })),
      ]}
      onChange={event => {
        const next = event.currentTarget.value
        fields.set('type', next === '' ? undefined : Number(next))
        fields.set('entries', [])
      }}
    />
  )
}

function Inputs({ of, may, save }: { of: NamedListInFull | null; may: boolean; save: string }) {
  const { fields } = useFormState()
  const go = useNavigate()
  const type = of?.type ?? (fields.values['type'] as number | undefined)
  const cancel = of ? { label: t('Discard'), do: fields.reset } : { do: () => void go({ to: home } as never) }
  return (
    <FieldSet label={t('Named list')} maw={720} disabled={!may}>
      <Text name="name" label={t('List name')} autoComplete="off" maxLength={100} />
      <Text name="description" label={t('Description')} autoComplete="off" maxLength={500} />
      {!of && <Type />}
      {type !== undefined && (
        <Entries type={type} name={(fields.values['name'] as string | undefined) ?? ''} may={may} />
      )}
      {may && <Foot save={save} cancel={cancel} />}
    </FieldSet>
  )
}

/** Shows a refusal because of a duplicate name at the name field. */
function placed({ code, message }: CallError, fields: Fields): boolean {
  if (code !== 'list-name-taken') return false
  fields.fault('name', message)
  return true
}

function NewList() {
  const go = useNavigate()
  return (
    <>
      <PageHead title={t('New list')} />
      <Form
        of={namedLists.create}
        start={{ name: '', description: '', type: undefined, entries: [] }}
        refused={placed}
        guard={LeaveGuard}
        done={list => {
          toast('success', t('{name} added', { name: list.name }))
          void go({ to: `${home}/${list.namedListId}`, ignoreBlocker: true } as never)
        }}
      >
        <Inputs of={null} may save={t('Add list')} />
      </Form>
    </>
  )
}

function Meanwhile({ newer, by, load }: { newer: boolean; by: string; load: () => void }): ReactNode {
  const { fields } = useFormState()
  useEffect(() => {
    if (newer && !fields.dirty) load()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another version resets the form
  }, [newer])
  if (!newer || !fields.dirty) return null
  return (
    <Notice level="warning">
      <Group gap={8} align="stretch">
        <span>{t("{name} changed this list in the meantime. Your changes can't be saved.", { name: by })}</span>
        <Button variant="default" onClick={load}>
          {t('Discard my changes and reload')}
        </Button>
      </Group>
    </Notice>
  )
}

function Editor({ list }: { list: NamedListInFull }) {
  const { can } = useSession()
  const client = useQueryClient()
  const [from, setFrom] = useState(list)
  const [round, setRound] = useState(0)
  const [lockOut, setLockOut] = useState(false)
  const load = () => {
    setFrom(list)
    setRound(round + 1)
  }
  const refused = (refusal: CallError, fields: Fields): boolean => {
    if (refusal.code === 'changed-meanwhile') void client.invalidateQueries({ queryKey: ['named-lists'] })
    // A second refusal means that every owner would be locked out; the message says so
    else if (refusal.code === 'owners-locked-out' && !lockOut) setLockOut(true)
    else return placed(refusal, fields)
    return true
  }
  return (
    <>
      <Head of={list} />
      <Grid columns="minmax(0, 720px) minmax(220px, 320px)" gap="20px 32px" align="start" below={1024}>
        <Form
          key={round}
          of={namedLists.update}
          start={{ name: from.name, description: from.description, entries: from.list }}
          fixed={{ namedListId: from.namedListId, version: from.version, lockOutSeen: lockOut }}
          refused={refused}
          guard={LeaveGuard}
          done={saved => {
            toast('success', t('{name} saved', { name: saved.name }))
            setLockOut(false)
            setFrom(saved)
          }}
        >
          <Meanwhile newer={list.version > from.version} by={list.changedBy} load={load} />
          {lockOut && (
            <Notice level="warning">
              {t(
                'This change would leave some users without a usable key. To continue, save again. At least one owner always keeps a usable key.',
              )}
            </Notice>
          )}
          <Inputs of={from} may={can('policies.write')} save={lockOut ? t('Save anyway') : t('Save list')} />
        </Form>
        <UsedBy of={list} />
      </Grid>
    </>
  )
}

function OneList({ id }: { id: string }) {
  const read = useRead(namedLists.get, { namedListId: id }, { quiet: true })
  useCrumb(read.data?.name)
  const missing = {
    kind: t('Named list'),
    says: t('List not found'),
    why: t('The list was deleted, or the link is wrong.'),
    icon: IconListDetails,
    to: home,
    back: t('Back to named lists'),
  }
  return (
    <OneRecord read={read} failed={t("We couldn't load this list")} missing={missing}>
      {found => <Editor list={found} />}
    </OneRecord>
  )
}

export default function NamedListPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const known = useKnown()
  return <NamesContext value={known}>{id === undefined ? <NewList /> : <OneList key={id} id={id} />}</NamesContext>
}
