export const calm = (text: string) => <p className="cv-muted">{text}</p>
