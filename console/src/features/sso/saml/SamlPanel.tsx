import { Certificates } from './Certificates.tsx'
import { Metadata } from './Metadata.tsx'
import classes from './saml.module.css'

export function SamlPanel({ id, may }: { id: string; may: boolean }) {
  return (
    <div className={classes.panel}>
      {may && <Metadata id={id} />}
      <Certificates id={id} may={may} />
    </div>
  )
}
