import { strengths, type StrengthInFull } from '@claviger/contract/decide/strengths'
import { Menu, Stack } from '@mantine/core'
import { IconShieldUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields, Values } from '#platform/ui/form/useFields.ts'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { SlicedContent } from '#platform/ui/loading/SlicedContent.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { NamesContext, useKnown } from '../policy-content/known-names.ts'
import { StrengthFields } from './StrengthFields.tsx'
import { partsOf } from './strength-labels.ts'

const DeleteStrength = lazy(() => import('./DeleteStrength.tsx'))
const home = '/dashboard/authentication-strengths'

const startOf = (of: StrengthInFull | null): Values => ({
  name: of?.name ?? '',
  description: of?.description ?? '',
  level: of?.level ?? 'any',
  methods: of?.methods ?? [],
  keyKinds: of?.keyKinds ?? [],
  models: of?.models ?? [],
  pin: of?.pin ?? false,
  withinMinutes: of?.withinMinutes ?? null,
})

/** Shows a refusal because of a duplicate name at the name field. */
function placed({ code, message }: CallError, fields: Fields): boolean {
  if (code !== 'strength-name-taken') return false
  fields.fault('name', message)
  return true
}

function Inputs({ may, save, isNew }: { may: boolean; save: string; isNew: boolean }) {
  const { fields } = useFormState()
  const go = useNavigate()
  const cancel = isNew ? { do: () => void go({ to: home } as never) } : { label: t('Discard'), do: fields.reset }
  return (
    <FieldSet label={t('Authentication strength')} maw={720} disabled={!may}>
      <StrengthFields />
      {may && <Foot save={save} cancel={cancel} />}
    </FieldSet>
  )
}

function NewStrength() {
  const go = useNavigate()
  return (
    <>
      <PageHead title={t('New strength')} />
      <Form
        of={strengths.create}
        start={startOf(null)}
        refused={placed}
        guard={LeaveGuard}
        done={({ name, strengthId }) => {
          toast('success', t('{name} added', { name }))
          void go({ to: `${home}/${strengthId}`, ignoreBlocker: true } as never)
        }}
      >
        <SlicedContent>
          <Inputs isNew may save={t('Add strength')} />
        </SlicedContent>
      </Form>
    </>
  )
}

function Side({ of }: { of: StrengthInFull }) {
  const { policies, applications } = of.usedBy
  const link = (base: string) => (one: { id: string; name: string }) => (
    <li key={one.id}>
      <Link to={`${base}/${one.id}` as '/'}>{one.name}</Link>
    </li>
  )
  return (
    <Stack gap={16} miw={0}>
      <Card title={t('For applications')}>
        <p className="cv-muted">{t('Applications request this strength with acr_values or RequestedAuthnContext.')}</p>
        <p>
          <code className="cv-wrap">{of.acr}</code> <Copy value={of.acr} what={t('value')} />
        </p>
      </Card>
      <Card title={t('Used by')}>
        {policies.length + applications.length === 0 ? (
          <p className="cv-muted">{t('No policy or application uses this strength.')}</p>
        ) : (
          <ul>
            {policies.map(link('/dashboard/policies'))}
            {applications.map(link('/dashboard/sso/apps'))}
          </ul>
        )}
      </Card>
    </Stack>
  )
}

function Preset({ of }: { of: StrengthInFull }) {
  return (
    <>
      <PageHead title={of.name} beside={<Tag>{t('Preset')}</Tag>} />
      <Grid columns="minmax(0, 720px) minmax(220px, 320px)" gap="20px 32px" align="start" below={1024}>
        <Card title={t('A sign-in meets it with')}>
          <p>{partsOf(of).join(' · ')}</p>
        </Card>
        <Side of={of} />
      </Grid>
    </>
  )
}

function Editor({ of }: { of: StrengthInFull }) {
  const { can } = useSession()
  const go = useNavigate()
  const client = useQueryClient()
  const [from, setFrom] = useState(of)
  const [deleting, setDeleting] = useState(false)
  const [lockOut, setLockOut] = useState(false)
  const may = can('policies.write')
  const refused = (refusal: CallError, fields: Fields): boolean => {
    if (refusal.code === 'changed-meanwhile') void client.invalidateQueries({ queryKey: ['strengths'] })
    // A second refusal means that every owner would be locked out; the message says so
    else if (refusal.code === 'owners-locked-out' && !lockOut) {
      setLockOut(true)
      return true
    }
    return placed(refusal, fields)
  }
  return (
    <>
      <PageHead
        title={of.name}
        under={<LogLink id={of.strengthId} name={of.name} />}
        actions={
          may && (
            <MoreMenu label={t('More actions for {name}', { name: of.name })}>
              <Menu.Item data-danger onClick={() => setDeleting(true)}>
                {t('Delete…')}
              </Menu.Item>
            </MoreMenu>
          )
        }
      />
      <Grid columns="minmax(0, 720px) minmax(220px, 320px)" gap="20px 32px" align="start" below={1024}>
        <Form
          key={from.version}
          of={strengths.update}
          start={startOf(from)}
          fixed={{ strengthId: from.strengthId, version: from.version, lockOutSeen: lockOut }}
          refused={refused}
          guard={LeaveGuard}
          done={saved => {
            toast('success', t('{name} saved', { name: saved.name }))
            setLockOut(false)
            setFrom(saved)
          }}
        >
          {lockOut && (
            <Notice level="warning">
              {t(
                'This change would leave some users without a usable key. To continue, save again. At least one owner always keeps a usable key.',
              )}
            </Notice>
          )}
          <Inputs isNew={false} may={may} save={lockOut ? t('Save anyway') : t('Save strength')} />
        </Form>
        <Side of={of} />
      </Grid>
      <Suspense>
        {deleting && (
          <DeleteStrength
            of={of}
            close={() => setDeleting(false)}
            done={() => void go({ to: home, ignoreBlocker: true } as never)}
          />
        )}
      </Suspense>
    </>
  )
}

function OneStrength({ id }: { id: string }) {
  const read = useRead(strengths.get, { strengthId: id }, { quiet: true })
  useCrumb(read.data?.name)
  const missing = {
    kind: t('Authentication strength'),
    says: t('Strength not found'),
    why: t('The strength was deleted, or the link is wrong.'),
    icon: IconShieldUp,
    to: home,
    back: t('Back to authentication strengths'),
  }
  return (
    <OneRecord read={read} failed={t("We couldn't load this strength")} missing={missing}>
      {found => (found.preset ? <Preset of={found} /> : <Editor of={found} />)}
    </OneRecord>
  )
}

export default function StrengthPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const known = useKnown()
  return (
    <NamesContext value={known}>{id === undefined ? <NewStrength /> : <OneStrength key={id} id={id} />}</NamesContext>
  )
}
