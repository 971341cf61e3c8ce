import {
  assurancePreset,
  type OidcProvider,
  type Preset,
  protocols,
  type SamlProvider,
} from '@claviger/contract/connect/identity-providers'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { Box, Stack } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { SlicedContent } from '#platform/ui/loading/SlicedContent.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { AssuranceFields } from './AssuranceFields.tsx'
import { MetadataOfProvider } from './MetadataOfProvider.tsx'
import { OwnAddressesCard } from './OwnAddressesCard.tsx'
import { OwnKey } from './OwnKey.tsx'
import { PeopleFields } from './PeopleFields.tsx'
import { known } from './provider-presets.ts'
import { ProtocolFields, NameFields } from './ProtocolFields.tsx'
import { ProviderHead } from './ProviderHead.tsx'
import { newProviderDraft, isSaml, startOf } from './provider-draft.ts'
import { BlockedAddresses } from '#features/tenancy/private-targets/BlockedAddresses.tsx'

const home = '/dashboard/external-identity-providers'
type Whole = OidcProvider | SamlProvider

const waits = ({ metadata }: SamlProvider) => metadata.waiting !== null

function placed({ code, message }: CallError, fields: Fields): boolean {
  if (code !== 'provider-name-taken') return false
  fields.fault('name', message)
  return true
}

function Inputs({
  protocol,
  of,
  may,
  renewed,
}: {
  protocol: number
  of: Whole | null
  may: boolean
  renewed?: (of: Whole) => void
}) {
  const { fields } = useFormState()
  const go = useNavigate()
  const preset = (fields.values['preset'] as Preset | undefined) ?? 'generic'
  const cancel = of ? { label: t('Discard'), do: fields.reset } : { do: () => void go({ to: home } as never) }
  return (
    <Grid columns="minmax(0, 720px) minmax(260px, 400px)" gap="20px 32px" align="start" below={1024}>
      <FieldSet label={t('Identity provider')} gap={20} disabled={!may}>
        <Card title={t('Provider')}>
          <Stack gap={16}>
            <NameFields protocol={protocol} kept={of?.preset} />
            <ProtocolFields protocol={protocol} kept={of !== null} />
          </Stack>
        </Card>
        {preset === assurancePreset ? <AssuranceFields /> : <PeopleFields protocol={protocol} preset={preset} />}
        {may && <Foot save={of ? t('Save provider') : t('Add provider')} cancel={cancel} />}
      </FieldSet>
      <Stack gap={20} miw={0}>
        <OwnAddressesCard
          ours={of?.ours ?? (protocol === protocols.oidc ? { redirectUri: redirectAddress() } : {})}
          isSaml={protocol === protocols.saml}
          hint={t(known[preset].hint)}
        />
        {of && renewed && isSaml(of) && <OwnKey of={of} may={may} renewed={renewed} />}
        {of && renewed && isSaml(of) && !waits(of) && <MetadataOfProvider of={of} may={may} renewed={renewed} />}
      </Stack>
    </Grid>
  )
}

// The same for each provider, so that it can be registered there before the connection is saved
const redirectAddress = () => `${window.location.origin}/api/sso/oidc/sp/callback`

function NewProvider({ saml }: { saml: boolean }) {
  const go = useNavigate()
  const protocol = saml ? protocols.saml : protocols.oidc
  const added = ({ id, name }: { id: string; name: string }) => {
    toast('success', t('Added {name}. Test the connection, then turn the provider on', { name }))
    void go({ to: `${home}/${saml ? 'saml' : 'oidc'}/${id}`, ignoreBlocker: true } as never)
  }
  const shared = { start: newProviderDraft(protocol), refused: placed, guard: LeaveGuard, done: added }
  const inputs = (
    <SlicedContent>
      <Inputs protocol={protocol} of={null} may />
    </SlicedContent>
  )
  return (
    <>
      <PageHead title={saml ? t('New SAML provider') : t('New OpenID Connect provider')} />
      <BlockedAddresses feature="identity-providers" />
      {saml ? (
        <Form of={samlProviders.create} {...shared}>
          {inputs}
        </Form>
      ) : (
        <Form of={oidcProviders.create} {...shared}>
          {inputs}
        </Form>
      )}
    </>
  )
}

function Editor({ of }: { of: Whole }) {
  const { can } = useSession()
  const [from, setFrom] = useState(of)
  const shared = {
    start: startOf(from),
    fixed: { id: from.id, version: from.version },
    refused: placed,
    guard: LeaveGuard,
    done: (saved: Whole) => {
      toast('success', t('{name} saved', { name: saved.name }))
      setFrom(saved)
    },
  }
  const may = can('providers.write')
  const inputs = <Inputs protocol={of.protocol} of={from} may={may} renewed={setFrom} />
  return (
    <>
      <ProviderHead of={of} />
      <BlockedAddresses feature="identity-providers" />
      {isSaml(from) && waits(from) && (
        <Box mb={20}>
          <MetadataOfProvider of={from} may={may} renewed={setFrom} />
        </Box>
      )}
      {of.protocol === protocols.saml ? (
        <Form key={from.version} of={samlProviders.update} {...shared}>
          {inputs}
        </Form>
      ) : (
        <Form key={from.version} of={oidcProviders.update} {...shared}>
          {inputs}
        </Form>
      )}
    </>
  )
}

function useMissing() {
  return {
    kind: t('Identity provider'),
    says: t("This identity provider doesn't exist"),
    why: t('It was deleted, or the address is wrong.'),
    icon: IconDoorEnter,
    to: home,
    back: t('Back to identity providers'),
  }
}

function OneOidc({ id }: { id: string }): ReactNode {
  const read = useRead(oidcProviders.get, { id }, { quiet: true })
  useCrumb(read.data?.name)
  return (
    <OneRecord read={read} failed={t('We could not load this identity provider')} missing={useMissing()}>
      {found => <Editor of={found} />}
    </OneRecord>
  )
}

function OneSaml({ id }: { id: string }): ReactNode {
  const read = useRead(samlProviders.get, { id }, { quiet: true })
  useCrumb(read.data?.name)
  return (
    <OneRecord read={read} failed={t('We could not load this identity provider')} missing={useMissing()}>
      {found => <Editor of={found} />}
    </OneRecord>
  )
}

export default function ProviderPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const saml = useLocation().pathname.includes('/saml/')
  if (id === undefined) return <NewProvider key={String(saml)} saml={saml} />
  return saml ? <OneSaml key={id} id={id} /> : <OneOidc key={id} id={id} />
}
