// The subjects of universities. The title of a course consists of a topic of its subject and its level.

import { at, type Random } from './random.ts'

const subjects = `
ACCT Financial Accounting, Cost Accounting, Auditing, Taxation
AERO Aerodynamics, Flight Mechanics, Propulsion, Orbital Mechanics
AGRI Soil Science, Crop Production, Animal Husbandry, Farm Management
ANTH Cultural Anthropology, Human Evolution, Ethnography, Kinship
ARAB Arabic Grammar, Modern Arabic Prose, Arabic Conversation
ARCH Architectural History, Structures, Urban Design, Building Materials
ART Drawing, Art History, Sculpture, Colour Theory
ASTR Stellar Astronomy, Cosmology, Planetary Science, Galaxies
BIOL Cell Biology, Genetics, Ecology, Microbiology
BMED Biomechanics, Medical Imaging, Biomaterials, Physiology for Engineers
BUS Business Law, Operations, Entrepreneurship, Business Ethics
CHEM General Chemistry, Organic Chemistry, Physical Chemistry, Analytical Chemistry
CHIN Mandarin, Classical Chinese, Chinese Cinema
CIVL Statics, Hydraulics, Geotechnics, Transport Engineering
CLAS Greek Mythology, Roman History, Latin Verse
COMM Public Speaking, Mass Media, Rhetoric, Interpersonal Communication
CRIM Criminology, Policing, Forensic Science, Penology
CS Programming, Data Structures, Operating Systems, Databases
CYBR Network Security, Cryptography, Digital Forensics, Secure Software
DATA Data Mining, Machine Learning, Visualisation, Data Ethics
DENT Dental Anatomy, Periodontics, Oral Pathology
ECON Microeconomics, Macroeconomics, Econometrics, Labour Economics
EDUC Educational Psychology, Curriculum Design, Assessment, Classroom Management
EE Circuits, Signals and Systems, Electromagnetics, Power Electronics
ENGL Composition, Shakespeare, American Literature, Creative Writing
ENVS Environmental Policy, Climate Science, Conservation, Water Resources
FILM Film History, Screenwriting, Documentary
FIN Corporate Finance, Investments, Derivatives, Banking
FREN French Grammar, French Literature, French Phonetics
GEOG Human Geography, Cartography, Remote Sensing, Geomorphology
GEOL Mineralogy, Stratigraphy, Structural Geology, Volcanology
GERM German Grammar, German Literature, Business German
HIST World History, Medieval Europe, The Atlantic World, Oral History
HLTH Public Health, Epidemiology, Health Policy, Nutrition and Health
HOSP Hotel Management, Food and Beverage, Event Planning
HR Personnel Selection, Compensation, Labour Relations
INFO Information Systems, Knowledge Organisation, Web Development
ITAL Italian Grammar, Dante, Italian Conversation
JOUR News Writing, Media Law, Investigative Reporting
JPN Japanese, Kanji, Japanese Society
KIN Exercise Physiology, Motor Control, Sport Psychology
LAW Constitutional Law, Contracts, Torts, International Law
LING Phonology, Syntax, Semantics, Sociolinguistics
MATH Calculus, Linear Algebra, Differential Equations, Number Theory
ME Thermodynamics, Fluid Mechanics, Machine Design, Heat Transfer
MGMT Organisational Behaviour, Strategy, Project Management, Leadership
MKTG Consumer Behaviour, Market Research, Brand Management, Advertising
MUS Music Theory, Ear Training, Jazz History, Orchestration
NURS Pharmacology, Pathophysiology, Paediatric Nursing, Community Nursing
NUTR Human Nutrition, Dietetics, Food Chemistry
PHIL Logic, Ethics, Epistemology, Philosophy of Mind
PHYS Mechanics, Optics, Quantum Physics, Thermal Physics
POLS Comparative Politics, International Relations, Political Theory, Public Administration
PSYC Abnormal Psychology, Cognition, Developmental Psychology, Social Psychology
RELS World Religions, Sacred Texts, Religion and Society
RUSS Russian Grammar, Russian Novel, Slavic Cultures
SOC Social Theory, Inequality, Family Sociology, Urban Sociology
SOWK Social Policy, Casework, Child Welfare
SPAN Spanish Grammar, Hispanic Literature, Medical Spanish
STAT Probability, Regression, Experimental Design, Bayesian Statistics
THEA Acting, Stagecraft, Playwriting
WRIT Technical Writing, Rhetorical Analysis, Editing`
  .trim()
  .split('\n')
  .map(line => {
    const space = line.indexOf(' ')
    return { code: line.slice(0, space), topics: line.slice(space + 1).split(', ') }
  })

const levels = [
  (topic: string) => `Introduction to ${topic}`,
  (topic: string) => topic,
  (topic: string) => `Advanced ${topic}`,
  (topic: string) => `Seminar in ${topic}`,
]

/** The code and the title of a course, such as `BIOL 210` and `Cell Biology`. */
export function drawCourseName(random: Random): { code: string; title: string } {
  const { code, topics } = random.pick(subjects)
  const level = random.below(levels.length)
  const number = (level + 1) * 100 + random.below(20) * 5
  return { code: `${code} ${number}`, title: at(levels, level)(random.pick(topics)) }
}
