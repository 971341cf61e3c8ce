import classes from '../look/tap.module.css'

export function TapPicture() {
  return (
    <svg className={classes.picture} viewBox="0 0 220 210" width="220" height="210" aria-hidden>
      <g transform="rotate(-8 104 50)">
        <rect
          fill="var(--cv-surface)"
          stroke="var(--cv-line-2)"
          strokeWidth="2"
          x="50"
          y="10"
          width="110"
          height="82"
          rx="10"
        />
        <rect fill="var(--cv-line-2)" x="93" y="17" width="24" height="6" rx="3" />
        <rect fill="var(--cv-accent-tint)" x="62" y="36" width="34" height="38" rx="5" />
        <circle fill="var(--cv-accent-text)" cx="79" cy="49" r="7" />
        <path fill="var(--cv-accent-text)" d="M68 70a11 9 0 0 1 22 0z" />
        <rect fill="var(--cv-text-2)" x="104" y="38" width="46" height="7" rx="3.5" />
        <rect fill="var(--cv-line-2)" x="104" y="53" width="34" height="5" rx="2.5" />
        <rect fill="var(--cv-line-2)" x="104" y="65" width="40" height="5" rx="2.5" />
      </g>
      <g className={classes.waves} fill="none" stroke="var(--cv-accent-text)" strokeWidth="3" strokeLinecap="round">
        <path d="M44 132q66-36 132 0" opacity=".35" />
        <path d="M64 136q46-26 92 0" opacity=".6" />
        <path d="M84 140q26-18 52 0" />
      </g>
      <ellipse fill="var(--cv-hover)" cx="110" cy="199" rx="104" ry="9" />
      <rect
        x="15"
        y="153"
        width="190"
        height="40"
        rx="13"
        fill="var(--cv-ink)"
        stroke="light-dark(transparent, var(--cv-line-2))"
      />
      <path d="M28 161.500h164" stroke="rgb(255 255 255 / 22%)" />
      <circle fill="#6cd092" cx="183" cy="177" r="4" />
    </svg>
  )
}
