import { pictures } from '@claviger/contract/apps/pictures'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { AppIcon } from '../applications/AppIcon.tsx'
import { shrinkPicture } from './small-picture.ts'

export function PictureCard({ of }: { of: { id: string; name: string; picture: string | null } }) {
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState(false)
  const write = useWrite(pictures.set)
  async function choose(file: File | undefined) {
    if (file === undefined) return
    const picture = await shrinkPicture(file)
    setWrong(picture === undefined)
    if (picture !== undefined) write.mutate({ id: of.id, picture })
  }
  return (
    <Card title={t('Picture')}>
      <div className="cv-row">
        <AppIcon name={of.name} picture={of.picture} size={40} />
        <Button variant="default" loading={write.isPending} onClick={() => input.current?.click()}>
          {of.picture === null ? t('Choose picture…') : t('Change picture…')}
        </Button>
        {of.picture !== null && (
          <Button variant="subtle" onClick={() => write.mutate({ id: of.id, picture: null })}>
            {t('Remove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          aria-label={t('Picture')}
          accept="image/png,image/jpeg,image/webp"
          hidden
          onChange={event => {
            void choose(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
      {wrong && <Notice level="error">{t('Choose a PNG, JPEG, or WebP picture')}</Notice>}
    </Card>
  )
}
