import { messages } from '@claviger/contract/platform/messages'
import { Button, Input } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useRef } from 'react'
import type { ChangeEvent } from 'react'
import { t } from '#platform/text/text.ts'
import { useField } from '../form/context.ts'
import { Label } from './Label.tsx'
import classes from './fields.module.css'

const limit = 1024 * 1024

const asDataAddress = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })

export function Picture({ name, label, help }: { name: string; label: string; help?: string }) {
  const { props, optional, fields } = useField(name)
  const input = useRef<HTMLInputElement>(null)

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (file === undefined) return
    if (!['image/png', 'image/jpeg'].includes(file.type)) return fields.fault(name, t(messages['image.type']))
    if (file.size >= limit) return fields.fault(name, t(messages['image.too-large']))
    fields.set(name, await asDataAddress(file))
  }

  const value = typeof props.value === 'string' ? props.value : ''
  return (
    <Input.Wrapper
      label={<Label text={label} optional={optional} />}
      labelElement="div"
      error={props.error}
      description={help}
    >
      <div className="cv-line">
        {value === '' ? (
          <IconPhoto className={`cv-muted ${classes.picture}`} stroke={1.6} aria-hidden />
        ) : (
          <img className={classes.picture} src={value} alt={label} />
        )}
        <Button variant="default" onClick={() => input.current?.click()}>
          {value === '' ? t('Choose picture…') : t('Change picture…')}
        </Button>
        {value !== '' && (
          <Button variant="subtle" onClick={() => fields.set(name, '')}>
            {t('Remove')}
          </Button>
        )}
        <input ref={input} type="file" accept="image/png,image/jpeg" hidden onChange={event => void choose(event)} />
      </div>
    </Input.Wrapper>
  )
}
