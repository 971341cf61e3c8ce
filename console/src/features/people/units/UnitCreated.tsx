import type { Unit } from '@claviger/contract/people/units'
import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../../ground/text/text.ts'
import { hidePage } from '../../../shell/introductions.ts'
import { useSession } from '../../../shell/session.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import over from '../../../ground/ui/over/over.module.css'

/** What to do after a unit was created; can be hidden for good. */
export default function UnitCreated({ unit, close }: { unit: Unit; close: () => void }) {
  const go = useNavigate()
  const { me } = useSession()
  const [hide, setHide] = useState(false)
  const leave = (to?: string) => {
    if (hide) hidePage('OUSuccess', me.id)
    close()
    if (to) void go({ to } as never)
  }
  const home = `/dashboard/organization-units/${unit.id}`
  return (
    <Dialog open title={t('{name} is there', { name: unit.name })} close={() => leave()}>
      <div className={over.text}>
        <p>{t('An organization unit hands a part of your people to admins of their own. Two steps remain:')}</p>
        <p>{t('Put users into the unit, then name who looks after them.')}</p>
        <Checkbox
          size="xs"
          label={t('Don’t show this again')}
          checked={hide}
          onChange={event => setHide(event.currentTarget.checked)}
        />
      </div>
      <div className={over.foot}>
        <Button variant="default" onClick={() => leave(`${home}/admins`)}>
          {t('Name an admin')}
        </Button>
        <Button onClick={() => leave(home)}>{t('Open the unit')}</Button>
      </div>
    </Dialog>
  )
}
