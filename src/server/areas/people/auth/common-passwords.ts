// Passwords that guessing lists open with, as rules over words, walks and digits: together they refuse far more than ten thousand.
import { fold } from '#domain/text.ts'

/** Words people build passwords on; any of them with digits or signs around it is refused. */
const WORDS = new Set(
  `razao aurora cerrado mare ipe grafite console escritorio empresa contabil contabilidade contador contadora financeiro finance
  senha senhas password passwd passw pass minhasenha novasenha senhanova senhaforte mypassword secret secreto segredo acesso login entrar
  admin administrador administrator root user usuario teste test testing demo guest convidado master mestre sistema system servidor server
  qwerty qwert qwertyuiop asdf asdfg asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc abc abcd abcde abcdef abcdefg abcdefgh
  brasil brazil saopaulo riodejaneiro rio minas bahia curitiba recife fortaleza salvador brasilia portoalegre belohorizonte goiania manaus belem
  flamengo corinthians palmeiras santos vasco gremio internacional inter cruzeiro atletico fluminense botafogo saopaulofc bahiafc futebol mengao timao verdao tricolor
  iloveyou loveyou teamo teamomuito amor amorzinho meuamor amoreterno amorinfinito vida minhavida familia minhafamilia felicidade feliz saudade saudades
  deus deusefiel deusfiel deuseamor deusmeama jesus jesuscristo jesuseamor jesusteama fe senhor gratidao bencao abencoado maria nossasenhora
  gabriel rafael lucas mateus matheus pedro joao jose carlos paulo antonio francisco marcos marcelo andre felipe bruno gustavo rodrigo fernando eduardo daniel
  leonardo thiago tiago vinicius guilherme henrique arthur miguel bernardo heitor davi samuel caio diego ricardo roberto sergio luiz luis fabio renato
  ana mariana juliana julia amanda bruna camila carolina beatriz bianca leticia larissa fernanda gabriela rafaela patricia aline priscila vanessa natalia
  sofia alice laura helena valentina isabela isabella manuela luiza giovanna yasmin bia duda camilinha princesa principe rainha rei
  batman superman pokemon naruto dragonball starwars pikachu goku sonic mario minecraft roblox freefire xbox playstation google facebook instagram whatsapp
  michael jordan jennifer jessica ashley nicole charlie thomas andrew joshua robert daniel hunter buster soccer football baseball basketball hockey
  dragon monkey shadow sunshine princess letmein welcome trustno hello freedom whatever starwars ninja mustang superman killer pepper cheese summer winter
  primavera verao outono inverno janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda sexta domingo
  cachorro gatinho gato cavalo leao tigre lobo borboleta estrela lua sol flor rosa violeta azul verde amarelo vermelho branco preto chocolate
  mudar mudar alterar trocar changeme change trocarsenha mudarsenha temporaria temporario provisoria padrao default`.split(/\s+/),
)

const WALKS = [
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'poiuytrewq',
  'asdfghjkl',
  'lkjhgfdsa',
  'zxcvbnm',
  'mnbvcxz',
  'abcdefghijklmnopqrstuvwxyz',
]
const COLUMN_WALKS = [
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8',
  '1a2b3c4d5e6f7g8h',
]
const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', $: 's', '!': 'i' }
/** A word may be this much decorated and is still that word: 'flamengo2019', '#Senha@123'. */
const DECORATION = 8

/** Whether a guessing list would hold it: a common word in any dress, a walk on the keyboard, a date, a repetition. */
export function isCommonPassword(password: string): boolean {
  const plain = fold(password).toLowerCase()
  return isRepetition(plain) || isWalk(plain) || isDate(plain) || isDressedWord(plain) || isDressedWord(undisguise(plain))
}

function undisguise(text: string): string {
  const core = text.replace(/[^a-z@$]+$/, '').replace(/^[^a-z@$]+/, '')
  return core.replace(/[0134578@$!]/g, sign => LEET[sign] ?? sign)
}

function isDressedWord(text: string): boolean {
  const letters = text.replace(/[^a-z]/g, '')
  if (text.length - letters.length > DECORATION) return false
  return isMadeOfWords(letters)
}

/** One common word, or up to three in a row: 'razaosenha', 'amoramor'. */
function isMadeOfWords(letters: string, words = 3): boolean {
  if (letters === '') return false
  if (WORDS.has(letters)) return true
  if (words === 1) return false
  for (let at = 3; at <= letters.length - 3; at += 1) {
    if (WORDS.has(letters.slice(0, at)) && isMadeOfWords(letters.slice(at), words - 1)) return true
  }
  return false
}

/** 'aaaaaaaa', '12121212', 'abc1abc1': one piece of up to half the length, again and again. */
function isRepetition(text: string): boolean {
  for (let size = 1; size <= Math.min(8, text.length / 2); size += 1) {
    if (
      text ===
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .slice(0, text.length)
    )
      return true
  }
  return false
}

/** Made only of runs of four or more along the keyboard or the alphabet: '1234qwer', 'abcd1234', '1q2w3e4r'. */
function isWalk(text: string): boolean {
  if (COLUMN_WALKS.some(walk => walk.startsWith(text))) return true
  let at = 0
  while (at < text.length) {
    let run = 0
    for (const walk of [...WALKS, ...COLUMN_WALKS]) {
      let size = 4
      while (at + size <= text.length && walk.includes(text.slice(at, at + size))) size += 1
      if (size > 4) run = Math.max(run, size - 1)
    }
    const left = text.length - at
    if (run === 0) return at > 0 && left <= 2
    at += run
  }
  return true
}

/** A date written in digits, in either order. */
function isDate(text: string): boolean {
  const digits = text.replace(/[/.-]/g, '')
  if (!/^\d{8}$/.test(digits)) return false
  const isCalendar = (day: string, month: string, year: string) =>
    Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12 && /^(19|20)/.test(year)
  return (
    isCalendar(digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)) ||
    isCalendar(digits.slice(6), digits.slice(4, 6), digits.slice(0, 4))
  )
}
