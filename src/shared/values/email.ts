import * as z from 'zod'

/** An atom of RFC 5322, with the characters beyond ASCII of RFC 6531 that show something. */
const atom = String.raw`(?:[A-Za-z0-9!#$%&'*+/=?^_{|}~\x60\-]|(?![\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800])[^\x00-\x7f])+`
const localPart = new RegExp(String.raw`^${atom}(?:\.${atom})*$`, 'u')
const label = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}\-]*[\p{L}\p{M}\p{N}])?`
const domainName = new RegExp(String.raw`^(?:${label}\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9\-]+)$`, 'iu')

// RFC 5321, section 4.5.3.1, in octets; RFC 6531 measures UTF-8.
const maxLocalPart = 64
const maxAddress = 254
// RFC 1035, section 2.3.4, in octets of the ASCII form.
const maxLabel = 63

const utf8 = new TextEncoder()
const octets = (text: string) => utf8.encode(text).byteLength

/** Whether the domain has an ASCII form (UTS 46) of valid length. Lookalikes such as fullwidth letters are refused. */
function isDomain(domain: string): boolean {
  if (!domainName.test(domain) || domain.normalize('NFC') !== domain.normalize('NFKC')) return false
  const ascii = URL.parse(`http://${domain}`)?.hostname
  return ascii?.split('.').every(part => part.length <= maxLabel) ?? false
}

function isEmail(text: string): boolean {
  if (text.length > maxAddress) return true // reported as too long
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  return (
    octets(text) <= maxAddress && octets(local) <= maxLocalPart && localPart.test(local) && isDomain(domain)
  )
}

/** An email address, also an international one (RFC 6531, IDNA). It is stored as it is sent. */
export const Email = z
  .string()
  .max(maxAddress)
  .check(z.stringFormat('email', isEmail))
  .meta({ format: 'email', example: 'ada@university.example' })
