import { Stack } from '@mantine/core'
import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { QrCode } from '#features/keys/key-activation/QrCode.tsx'

/** Passes are valid for two minutes, so a picture of one is of no use later; milliseconds. */
const renewEvery = 60_000

export default function OwnPass({ close }: { close: () => void }) {
  const pass = useRead(attendanceReports.ownPass, {}, { quiet: true, every: renewEvery, fresh: 0 })
  return (
    <Dialog open title={t('QR pass')} close={close}>
      <Stack gap={14} align="flex-start">
        <p>{t('Hold this code in front of the camera of the kiosk. It changes every minute.')}</p>
        <Waiting on={pass} what={t('the QR pass')}>
          {pass.data && <QrCode text={pass.data.pass} label={t('Your QR pass')} />}
        </Waiting>
      </Stack>
    </Dialog>
  )
}
