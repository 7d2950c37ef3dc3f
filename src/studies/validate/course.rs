//! The course of a validation of derivatives, from a request to results.

use super::difference_study::{DifferenceStudy, Runs};
use super::evaluated::Evaluated;
use super::given::{Given, derivatives};
use super::judgement::{Judgement, Supplied};
use super::page;
use super::record::ValidationRecord;
use super::request::Request;
use super::verdict::Verdict;
use crate::backends::{Note, PrecisionRequest};
use crate::io::cause;
use crate::num::Precision;
use crate::plot::count;
use crate::report::{Page, draw_all};
use crate::studies::request::{Results, Verb};
use crate::studies::telling::Telling;
use crate::studies::{Failure, Listener, Silence, Work};

/// What a validation found.
#[derive(Debug)]
pub struct Found {
    /// What is said of every derivative.
    pub judgement: Judgement,
    /// The record.
    pub record: ValidationRecord,
}

impl crate::studies::Request for Request {
    const VERB: Verb = Verb {
        name: "validate",
        summary: "Judge derivatives of the outputs by the parameters: finite differences of many perturbed runs say which are right",
    };
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let (mut telling, scenario) = (Telling::new(listener), &self.scenario);
        let evaluated = Evaluated::new(&self)?;
        self.selection.check_of(&evaluated.study).map_err(Failure::input)?;
        if let Some(folder) = &self.pictures {
            std::fs::create_dir_all(folder)
                .map_err(|e| Failure::input(format!("--plot: cannot create {}: {}", folder.display(), cause(&e))))?;
        }
        // what Newton's method leaves is noise, which no other method has
        let mut study = self.differences(&evaluated, evaluated.is_implicit())?;
        listener.begin(Work::new(|Silence { seconds, .. }| {
            format!("derivatives with these steps and with finer ones, for {seconds} s now")
        }));
        let given = derivatives(listener, &self, &evaluated, &study)?;
        let members = study.study.plan().members();
        listener.begin(Work::new(move |Silence { seconds, .. }| {
            format!("{} perturbed members, for {seconds} s now", count(members))
        }));
        let (mut runs, mut backend) = self.perturbed(listener, &evaluated, &study)?;
        if evaluated.is_implicit() && !runs.outcomes[0].0.has_outputs() {
            study = self.differences(&evaluated, false)?;
            (runs, backend) = self.perturbed(listener, &evaluated, &study)?;
        }
        listener.rest();
        let Given { derivatives, newton, source, finer } = given;
        let supplied = Supplied { derivatives: &derivatives, newton: newton.as_ref(), whole: source.is_none() };
        let mut judgement = study.judge(&runs, &supplied, self.complex_step);
        if let Ok([here, finer]) = &finer {
            judgement.add_finer_changes(here, finer);
        }
        let others = study.with_other_steps(&judgement).map_err(Failure::input)?.into_iter();
        let others = others.map(|other| self.perturbed(listener, &evaluated, &other).map(|(runs, _)| (other, runs)));
        study.judge_again(&mut judgement, &others.collect::<Result<Vec<_>, _>>()?);
        let mut page = page::page(&self, &judgement, &backend);
        if let Err(why) = &finer {
            page.text(format!("nothing is known of finer steps: {why}"));
        }
        telling.show(page);
        telling.show(self.draw(&judgement)?);
        let from = source.unwrap_or_else(|| "semi-analytic".into());
        let record = ValidationRecord::new(scenario, self.member, (from, backend), &judgement);
        let doubtful = judgement.count(Verdict::Wrong) + judgement.count(Verdict::Undecided);
        Ok(telling.finish(doubtful == 0, Found { judgement, record }))
    }
}

impl Request {
    /// Returns the study of all perturbed members, its steps solved more exactly where they are to be `tight`.
    fn differences(&self, of: &Evaluated, tight: bool) -> Result<DifferenceStudy, Failure> {
        let precision = match self.backends.precision {
            Some(PrecisionRequest::Given(precision)) => precision,
            _ => Precision::Double,
        };
        let made = DifferenceStudy::new(&of.study, &of.by, self.member, (precision, tight));
        made.map_err(Failure::input)
    }

    /// Runs all perturbed members, and says on what.
    fn perturbed(
        &self,
        listener: &dyn Listener,
        of: &Evaluated,
        study: &DifferenceStudy,
    ) -> Result<(Runs, String), Failure> {
        of.with_pool(&study.study, self, Some(listener), |pool| {
            let runs = study.run(pool).map_err(Failure::other)?;
            pool.faults().iter().for_each(|fault| listener.note(Note::Warning(fault.to_string())));
            Ok((runs, pool.description()))
        })?
    }

    /// Draws all pictures, and says how many there are.
    fn draw(&self, judgement: &Judgement) -> Result<Page, Failure> {
        let mut page = Page::default();
        let Some(folder) = &self.pictures else { return Ok(page) };
        let pictures = page::validation_pictures(judgement, &self.scenario.title);
        draw_all("--plot", folder, pictures.iter().map(|(name, picture)| (name.as_str(), picture)))?;
        pictures.iter().for_each(|(name, _)| page.picture(name, folder.join(format!("{name}.svg"))));
        page.text(format!("{} pictures in {}", count(pictures.len() as u64), folder.display()));
        Ok(page)
    }
}
