import type { ApplicationInFull } from '@claviger/contract/apps/applications'
import { provisioning } from '@claviger/contract/directories/provisioning'
import type { Provisioning } from '@claviger/contract/directories/provisioning'
import { Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Compared } from './Compared.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { State } from './State.tsx'
import { DeliveryReport } from './DeliveryReport.tsx'
import { BlockedAddresses } from '#features/tenancy/private-targets/BlockedAddresses.tsx'

function Beside({ of, found, may }: { of: ApplicationInFull; found: Provisioning | null; may: boolean }) {
  if (!found)
    return (
      <Notice>
        {t(
          'Users of this application need an account there. Enter its SCIM address, and Claviger creates, updates, and deactivates their accounts for you.',
        )}
      </Notice>
    )
  return (
    <>
      <BlockedAddresses feature="provisioning" />
      <State id={of.id} name={of.name} of={found} may={may} />
      <Compared id={of.id} of={found} may={may} />
      <DeliveryReport id={of.id} may={may} refused={found.people.refused + found.groupsToldOf.refused} />
    </>
  )
}

export function ProvisioningPanel({ of, may }: { of: ApplicationInFull; may: boolean }) {
  const read = useRead(provisioning.get, { id: of.id }, { every: 5000, quiet: true })
  if (read.isError)
    return <ErrorCard title={t("We couldn't load this")} fault={read.error} retry={() => void read.refetch()} />
  if (read.isPending) return <Bones lines={6} />
  const found = read.data.provisioning
  return (
    <Grid columns="minmax(0, 720px) minmax(320px, 520px)" gap="24px 32px" align="start" below={1200}>
      <SettingsForm key={found ? 'known' : 'new'} id={of.id} of={found} may={may} />
      <Stack gap={16} miw={0}>
        <Beside of={of} found={found} may={may} />
      </Stack>
    </Grid>
  )
}
