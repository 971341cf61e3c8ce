import { applications } from '@claviger/contract/apps/applications'
import type { ApplicationInFull, Mapping } from '@claviger/contract/apps/applications'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { MappingRows } from '#features/apps/applications/MappingRows.tsx'
import { NamesContext, useKnown } from '#features/decide/policy-content/known-names.ts'
import { SentGroups } from './SentGroups.tsx'
import { Preview } from './Preview.tsx'

function Inputs({ of, may }: { of: ApplicationInFull; may: boolean }) {
  const { fields } = useFormState()
  const field = of.oidc ? 'oidc' : of.saml ? 'saml' : 'proxy'
  const settings = fields.values[field] as { groupsFilter: string[] }
  return (
    <Grid columns="minmax(0, 720px) minmax(280px, 460px)" gap="24px 32px" align="start" below={1200}>
      <FieldSet label={t('Attributes')} gap={18} disabled={!may}>
        <MappingRows none={t('The application receives only the user identifier.')} />
        <SentGroups of={field} />
        {may && <Foot save={t('Save changes')} cancel={{ label: t('Discard'), do: fields.reset }} whenChanged />}
      </FieldSet>
      <Card title={t('Preview')}>
        <Preview of={of.id} mapping={fields.values['mapping'] as Mapping} groupsFilter={settings.groupsFilter} />
      </Card>
    </Grid>
  )
}

export function Attributes({ of, may }: { of: ApplicationInFull; may: boolean }) {
  const [from, setFrom] = useState(of)
  const known = useKnown()
  const shared = {
    fixed: { id: from.id, version: from.version, name: from.name },
    guard: LeaveGuard,
    done(saved: ApplicationInFull) {
      toast('success', t('{name} saved', { name: saved.name }))
      setFrom(saved)
    },
  }
  const { mapping, oidc, saml, proxy } = from
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
      {proxy && (
        <Form key={from.version} of={applications.proxyUpdate} start={{ mapping, proxy }} {...shared}>
          <Inputs of={from} may={may} />
        </Form>
      )}
    </NamesContext>
  )
}
