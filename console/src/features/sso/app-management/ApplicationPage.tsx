import { applications, speaksDuo } from '@claviger/contract/apps/applications'
import type { ApplicationInFull } from '@claviger/contract/apps/applications'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { Menu, Stack } from '@mantine/core'
import { IconApps } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { LogLink } from '#shell/LogLink.tsx'
import { useSession } from '#shell/session.tsx'
import { AppIcon } from '#features/apps/applications/AppIcon.tsx'
import { AppStatus } from '#features/apps/applications/application-columns.tsx'
import { Credentials } from '#features/apps/applications/Credentials.tsx'
import { Settings } from '#features/apps/applications/Settings.tsx'
import { PictureCard } from '#features/apps/pictures/PictureCard.tsx'
import { protocolOf, warningNames } from '#features/apps/applications/application-labels.ts'
import { GuideSteps } from '#features/apps/catalogue/GuideSteps.tsx'
import { ProvisioningPanel } from '#features/directories/provisioning/ProvisioningPanel.tsx'
import { SamlPanel } from '../saml/SamlPanel.tsx'
import { Attributes } from './Attributes.tsx'
import { Recorder } from './Recorder.tsx'
import { TryIt } from './TryIt.tsx'
import { ApplicationAccess } from './ApplicationAccess.tsx'

const DeleteApplications = lazy(() => import('#features/apps/applications/DeleteApplications.tsx'))
const home = '/dashboard/sso/apps'

function Head({ of }: { of: ApplicationInFull }) {
  const { can } = useSession()
  const go = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const turn = useWrite(applications.setActive)
  return (
    <>
      <PageHead
        title={of.name}
        picture={<AppIcon name={of.name} picture={of.picture} size={40} />}
        beside={<AppStatus of={of} />}
        under={
          <>
            <span>{protocolOf(of)}</span>
            {!of.bookmark && (
              <span>
                {t('{count, plural, one {# sign-in} other {# sign-ins}} in 30 days', { count: of.uses ?? 0 })}
              </span>
            )}
            <LogLink id={of.id} name={of.name} />
          </>
        }
        actions={
          can('applications.write') && (
            <MoreMenu label={t('More actions for {name}', { name: of.name })}>
              <Menu.Item onClick={() => turn.mutate({ ids: [of.id], active: !of.active })}>
                {of.active ? t('Turn off') : t('Turn on')}
              </Menu.Item>
              <Menu.Item data-danger onClick={() => setDeleting(true)}>
                {t('Delete…')}
              </Menu.Item>
            </MoreMenu>
          )
        }
      />
      <Suspense>
        {deleting && (
          <DeleteApplications
            of={[of]}
            close={() => setDeleting(false)}
            done={() => void go({ to: home, ignoreBlocker: true } as never)}
          />
        )}
      </Suspense>
    </>
  )
}

function SetUp({ of }: { of: ApplicationInFull }) {
  const read = useRead(catalogue.guide, { id: of.id }, { quiet: true })
  if (!read.data) return read.isPending ? <Bones lines={4} /> : null
  return (
    <Card title={t('Set up {name}', { name: of.name })}>
      <GuideSteps of={read.data} />
    </Card>
  )
}

function Part({ of, tab }: { of: ApplicationInFull; tab: string }) {
  const { can } = useSession()
  const may = can('applications.write')
  if (tab === 'who') return <ApplicationAccess of={of} may={may} />
  if (tab === 'attributes') return <Attributes of={of} may={may} />
  if (tab === 'provisioning') return <ProvisioningPanel of={of} may={may} />
  if (tab === 'requests') return <Recorder of={of} may={may} />
  if (tab === 'try' && may) return <TryIt of={of} />
  if (tab === 'saml' && of.saml) return <SamlPanel id={of.id} may={may} />
  return (
    <Grid columns="minmax(0, 720px) minmax(280px, 460px)" gap="24px 32px" align="start" below={1200}>
      <Settings of={of} may={may} />
      <Stack gap={8} miw={0}>
        <div className="cv-in-order">
          {of.bookmark ? null : (
            <>
              <Credentials of={of} may={may} />
              <SetUp of={of} />
            </>
          )}
          {may && <PictureCard of={of} />}
        </div>
      </Stack>
    </Grid>
  )
}

function OneApplication({ of }: { of: ApplicationInFull }) {
  const { can } = useSession()
  const { tab = '' }: Record<string, string | undefined> = useSearch({ strict: false })
  const tabs = [
    { label: t('Settings'), tab: '' },
    { label: t('Access'), tab: 'who', count: of.everyone ? 0 : of.assigned },
    ...(of.bookmark
      ? []
      : [
          { label: t('Attributes'), tab: 'attributes', count: of.mapping.length },
          { label: t('Provisioning'), tab: 'provisioning' },
          { label: t('Requests'), tab: 'requests' },
        ]),
    // Nothing to preview for Duo: the application receives the user name that it sent
    ...((of.saml ?? (of.oidc && !speaksDuo(of.oidc))) && can('applications.write')
      ? [{ label: t('Try it'), tab: 'try' }]
      : []),
    ...(of.saml ? [{ label: t('Metadata and certificates'), tab: 'saml' }] : []),
  ]
  return (
    <>
      <Head of={of} />
      <Tabs
        label={t('Sections of {name}', { name: of.name })}
        of={tabs.map(one => ({
          label: one.label,
          to: `${home}/${of.id}`,
          active: one.tab === tab,
          ...(one.tab === '' ? {} : { search: { tab: one.tab } }),
          ...('count' in one && one.count > 0 ? { count: one.count } : {}),
        }))}
      />
      {of.warnings.length > 0 && (
        <Stack gap={8} miw={0}>
          {of.warnings.map(warning => (
            <Notice key={warning} level="warning">
              {t(warningNames[warning])}
            </Notice>
          ))}
        </Stack>
      )}
      <Part of={of} tab={tab} />
    </>
  )
}

export default function ApplicationPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const read = useRead(applications.get, { id }, { quiet: true })
  useCrumb(read.data?.name)
  const missing = {
    kind: t('Application'),
    says: t("This application doesn't exist"),
    why: t('The application was deleted, or the address is wrong.'),
    icon: IconApps,
    to: home,
    back: t('Back to applications'),
  }
  return (
    <OneRecord read={read} failed={t('We could not load this application')} missing={missing}>
      {found => <OneApplication key={found.id} of={found} />}
    </OneRecord>
  )
}
